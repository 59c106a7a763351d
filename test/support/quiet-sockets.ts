import { subscribe } from 'node:diagnostics_channel';
import type { Socket } from 'node:net';
import { sharedRecognition } from '../../sandbox/service/recognition/recognition-thread.ts';
import { settle } from './fake-clock.ts';

const clients = new Set<Socket>();
const servers = new Map<number, Socket>();

subscribe('net.client.socket', (message) => {
  const { socket } = message as { readonly socket: Socket };
  clients.add(socket);
  socket.once('close', () => clients.delete(socket));
});
subscribe('net.server.socket', (message) => {
  const { socket } = message as { readonly socket: Socket };
  const { remotePort } = socket;
  if (remotePort === undefined) return;
  servers.set(remotePort, socket);
  socket.once('close', () => servers.delete(remotePort));
});

/**
 * For a test whose clock stands still while sockets of this process talk to each other: resolves once all that one end sent was
 * read by the other, the stand-in has recognized all speech, and nothing more followed from it.
 */
export async function quietSockets(): Promise<void> {
  for (let before = sentAndRead(); ; ) {
    // Looking again and again would take what the recogniser's thread needs.
    await sharedRecognition.answered();
    await settle();
    const sent = sentAndRead();
    if (sent !== undefined && sent === before) return;
    before = sent;
  }
}

/** Bytes that went over the connections between two ends that are here; undefined while some are on their way. */
function sentAndRead(): number | undefined {
  if (sharedRecognition.isBusy) return undefined;
  let sent = 0;
  for (const client of clients) {
    if (client.connecting) return undefined;
    const server = servers.get(client.localPort ?? 0);
    if (!server) continue;
    if (client.bytesWritten !== server.bytesRead || server.bytesWritten !== client.bytesRead)
      return undefined;
    sent += client.bytesWritten + server.bytesWritten;
  }
  return sent;
}
