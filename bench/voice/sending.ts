import { EventEmitter, once } from 'node:events';
import { NetworkingStatusCode, VoiceUDPSocket } from '@discordjs/voice';
import { systemClock } from '../../src/operations/clock.ts';
import { tendMediaSocket } from '../../src/voice/connection/networking.ts';
import { endWithParent, reportSample } from '../support/round.ts';

/** `<connected|addressed> <port>`: what it costs to hand packets to the library's own UDP socket. */
endWithParent();
const [way = '', port = ''] = process.argv.slice(2);
const udp = new VoiceUDPSocket({ ip: '127.0.0.1', port: Number(port) });
udp.on('error', (error) => console.error(error));
const packet = Buffer.alloc(200, 7);
const packets = 20_000;

udp.send(packet);
const networking = Object.assign(new EventEmitter(), {
  state: { code: NetworkingStatusCode.Ready, udp, connectionData: {} },
});
if (way === 'connected') {
  const socket: unknown = Reflect.get(udp, 'socket');
  const connected = socket instanceof EventEmitter && once(socket, 'connect');
  tendMediaSocket(
    // Only its state and its changes are looked at.
    networking as unknown as Parameters<typeof tendMediaSocket>[0],
    systemClock,
    new AbortController().signal,
    () => undefined,
  );
  await connected;
}

/** One at a time, as rooms do: a turn of the event loop is part of it. */
async function send(count: number): Promise<void> {
  for (let sent = 0; sent < count; sent += 1) {
    udp.send(packet);
    await new Promise((resolve) => setImmediate(resolve));
  }
}

await send(packets / 4);
const cpu = process.cpuUsage();
await send(packets);
const { user, system } = process.cpuUsage(cpu);
reportSample({ usAPacket: (user + system) / packets });
