import { type IncomingMessage, STATUS_CODES } from 'node:http';
import type { Duplex } from 'node:stream';

/** Why a request is not for a stand-in on this machine. */
export interface Misdirected {
  readonly status: 403 | 421;
  readonly message: string;
}

const names = ['localhost', '127.0.0.1', '::1'];

/**
 * The sandbox hands out everybody's tokens, so it answers only to names of its own machine: those of the loopback, the
 * one it was told to listen on, and the address by which it was reached. A web page whose domain is pointed here (DNS
 * rebinding) still sends its own domain, as the host or as the origin.
 */
export function misdirected(
  { headers, socket }: Pick<IncomingMessage, 'headers' | 'socket'>,
  listensOn = '',
): Misdirected | undefined {
  const own = new Set([...names, listensOn.toLowerCase(), bare(socket.localAddress ?? '')]);
  const named = nameIn(`http://${headers.host ?? ''}`);
  if (named === undefined || !own.has(named)) {
    return {
      status: 421,
      message: "The sandbox answers only to this machine's own names. See SANDBOX_HOST in docs/sandbox.md.",
    };
  }
  const from = headers.origin === undefined ? named : nameIn(headers.origin);
  if (from === undefined || !own.has(from))
    return { status: 403, message: 'The sandbox takes no requests of pages from elsewhere.' };
  return undefined;
}

/** Whether an upgrade to a WebSocket was refused for the same reasons. */
export function refusedUpgrade(request: IncomingMessage, socket: Duplex, listensOn?: string): boolean {
  const refusal = misdirected(request, listensOn);
  if (!refusal) return false;
  socket.on('error', () => socket.destroy());
  socket.end(`HTTP/1.1 ${refusal.status} ${STATUS_CODES[refusal.status]}\r\nConnection: close\r\n\r\n`);
  return true;
}

/** `http://[::1]:80/` → `::1`. */
function nameIn(address: string): string | undefined {
  const host = URL.parse(address)?.hostname;
  return host === undefined || host === '' ? undefined : host.replace(/^\[(.*)\]$/, '$1');
}

/** Without the `::ffff:` of an IPv4 address on an IPv6 socket. */
function bare(address: string): string {
  return address.replace(/^::ffff:/, '');
}
