import { randomUUID } from 'node:crypto';
import { type IncomingMessage, type Server, STATUS_CODES } from 'node:http';
import type { Duplex } from 'node:stream';
import { refusedUpgrade } from '../own-names.ts';
import { authenticate } from './authentication.ts';
import type { Settings } from './options.ts';
import { ServiceRefusal } from './refusal.ts';

export type TakeUpgrade = (request: IncomingMessage, socket: Duplex, head: Buffer) => void;

/** Gives WebSocket upgrades with a valid key to whom their path belongs (field notes 1). */
export function routeUpgrades(
  server: Server,
  settings: Settings,
  routes: Readonly<Record<string, TakeUpgrade>>,
): void {
  server.on('upgrade', (request, socket, head) => {
    if (refusedUpgrade(request, socket, settings.host)) return;
    socket.on('error', () => socket.destroy());
    const path = (request.url ?? '/').split('?', 1)[0]?.replace(/\/$/, '') ?? '';
    try {
      const take = routes[path];
      if (!take) throw new ServiceRefusal(404, 'NotFound', `No WebSocket at ${path}.`);
      authenticate(request.headers, settings);
      take(request, socket, head);
    } catch (error) {
      if (!(error instanceof ServiceRefusal)) throw error;
      refuseUpgrade(socket, error, randomUUID());
    }
  });
}

/** Answers an upgrade as an HTTP request is refused (document 1, "Error body"). */
export function refuseUpgrade(
  socket: Duplex,
  { status, code, message }: ServiceRefusal,
  requestId: string,
): void {
  const body = JSON.stringify({ code, message, request_id: requestId });
  const head = [
    `HTTP/1.1 ${status} ${STATUS_CODES[status] ?? ''}`,
    'Connection: close',
    'Content-Type: application/json',
    `Content-Length: ${Buffer.byteLength(body)}`,
  ];
  socket.end(`${head.join('\r\n')}\r\n\r\n${body}`);
}
