import { createSocket, type Socket } from 'node:dgram';
import { once } from 'node:events';
import { createServer, Server } from 'node:https';
import { type AddressInfo, isIPv4 } from 'node:net';
import { type WebSocket, WebSocketServer } from 'ws';
import { refusedUpgrade } from '../../own-names.ts';
import { makeCertificate } from './certificate.ts';
import { voiceCloseCodes } from './close-codes.ts';
import { openDaveCall } from './dave/dave-call.ts';
import { MediaNetwork } from './media-network.ts';
import { MediaServer } from './media-server.ts';
import { voiceFaults } from './voice-faults.ts';
import { VoiceGateway } from './voice-gateway.ts';
import { VoiceLog } from './voice-log.ts';
import type { VoiceServer } from './voice-server-types.ts';
import { VoiceSocket } from './voice-socket.ts';

export interface VoiceServerOptions {
  /** An IPv4 address; this machine only by default. */
  readonly host?: string;
  /** Of the gateway (TCP) and of media (UDP); free ones by default. */
  readonly port?: number;
  readonly now?: () => number;
  /** 13750 as at Discord by default. */
  readonly heartbeatIntervalMs?: number;
  /** How long a session whose socket is lost waits to be resumed; a minute by default. */
  readonly resumeWindowMs?: number;
  /** How long a seat is kept after a code that invites to join again (4006, 4009, …); ten seconds by default. */
  readonly seatGraceMs?: number;
}

const gatewayVersion = '8';
const largestMessageBytes = 1024 * 1024;

/** Starts the voice gateway and its media server. Throws when it cannot listen there; then nothing stays open. */
export async function startVoiceServer(options: VoiceServerOptions = {}): Promise<VoiceServer> {
  const { host = '127.0.0.1', port = 0, now = Date.now, heartbeatIntervalMs = 13_750 } = options;
  if (!isIPv4(host)) throw new TypeError(`A voice server listens on an IPv4 address, not on ${host}.`);
  const advertised = host === '0.0.0.0' ? '127.0.0.1' : host;
  const certificate = await makeCertificate(advertised);
  const server = createServer({ cert: certificate.certificate, key: certificate.key });
  const udp = createSocket('udp4');
  const log = new VoiceLog();
  const network = new MediaNetwork((packet, to) => udp.send(packet, to.port, to.address));
  const gateway = new VoiceGateway({
    network,
    log,
    openDave: openDaveCall,
    resumeWindowMs: options.resumeWindowMs ?? 60_000,
    seatGraceMs: options.seatGraceMs ?? 10_000,
    media: () => ({ address: advertised, port: udp.address().port }),
  });
  const media = new MediaServer({ socket: udp, network, log, bySsrc: (ssrc) => gateway.bySsrc(ssrc) });
  const sockets = listenOn(
    server,
    host,
    (socket) => new VoiceSocket(socket, { gateway, log, heartbeatIntervalMs, now }),
  );
  const faults = voiceFaults(gateway, media, network);
  let closing: Promise<void> | undefined;
  const close = async (): Promise<void> => {
    gateway.close();
    faults.clear();
    network.close();
    for (const client of sockets.clients) client.terminate();
    sockets.close();
    server.closeAllConnections();
    await Promise.all([closed(server), closed(udp), certificate.remove()]);
  };
  try {
    await Promise.all([bound(server, port, host), bound(udp, port, host)]);
  } catch (error) {
    await close();
    throw error;
  }
  // A client's address that cannot be reached is its own loss.
  udp.on('error', () => undefined);
  return {
    endpoint: `${advertised}:${(server.address() as AddressInfo).port}`,
    certificatePath: certificate.path,
    certificate: certificate.certificate,
    admit: (seat) => gateway.admit(seat),
    remove: (guildId, userId, code = voiceCloseCodes.disconnected) => gateway.remove(guildId, userId, code),
    setHearing: (guildId, userId, change) => gateway.setHearing(guildId, userId, change),
    holds: (guildId, userId) => gateway.holds(guildId, userId),
    connected: (channelId) => gateway.connected(channelId),
    onGone: (listener) => gateway.onGone(listener),
    faults,
    record: log,
    close: () => {
      closing ??= close();
      return closing;
    },
  };
}

function listenOn(server: Server, host: string, serve: (socket: WebSocket) => void): WebSocketServer {
  const sockets = new WebSocketServer({ noServer: true, maxPayload: largestMessageBytes });
  server.on('upgrade', (request, socket, head) => {
    if (refusedUpgrade(request, socket, host)) return;
    const url = URL.parse(request.url ?? '/', 'https://localhost');
    if (url?.pathname !== '/') {
      socket.on('error', () => socket.destroy());
      socket.end('HTTP/1.1 404 Not Found\r\nConnection: close\r\n\r\n');
      return;
    }
    sockets.handleUpgrade(request, socket, head, (client) => {
      if (url.searchParams.get('v') === gatewayVersion) serve(client);
      else client.close(voiceCloseCodes.unknownProtocol, 'Unknown protocol: only version 8 is served.');
    });
  });
  return sockets;
}

async function bound(socket: Server | Socket, port: number, host: string): Promise<void> {
  if (socket instanceof Server) socket.listen(port, host);
  else socket.bind(port, host);
  await once(socket, 'listening');
}

function closed(socket: Server | Socket): Promise<void> {
  return new Promise((resolve) => {
    try {
      socket.close(() => resolve());
    } catch {
      // It was never opened.
      resolve();
    }
  });
}
