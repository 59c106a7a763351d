import type { Server } from 'node:http';
import { WebSocketServer } from 'ws';
import { refusedUpgrade } from '../../own-names.ts';
import type { Core } from '../core.ts';
import { voiceBridgePath } from '../voice/bridge.ts';
import { Connection } from './connection.ts';
import type { GatewayMood } from './moods.ts';
import { closeCodes } from './protocol.ts';
import { streamCompressions } from './transport.ts';

const versions: readonly string[] = ['9', '10'];

export type Whose = 'bot' | 'people' | 'everyone';

export interface ConnectionInfo {
  readonly userId: string | undefined;
  readonly sessionId: string | undefined;
}

/** The WebSocket side, on the HTTP server's own port under `/gateway`, and what a test may do to it. */
export class Gateway {
  readonly #core: Core;
  readonly #sockets = new WebSocketServer({ noServer: true, maxPayload: 1024 * 1024 });
  readonly #connections = new Set<Connection>();

  constructor(core: Core) {
    this.#core = core;
  }

  listen(server: Server): void {
    server.on('upgrade', (request, socket, head) => {
      const address = request.url ?? '/';
      const url = URL.canParse(address, 'http://localhost')
        ? new URL(address, 'http://localhost')
        : undefined;
      if (url?.pathname === voiceBridgePath) return;
      if (refusedUpgrade(request, socket, this.#core.settings.host)) return;
      if (url?.pathname.replace(/\/$/, '') !== '/gateway') {
        socket.end('HTTP/1.1 404 Not Found\r\nConnection: close\r\n\r\n');
        return;
      }
      this.#sockets.handleUpgrade(request, socket, head, (client) => {
        const { searchParams } = url;
        if (!versions.includes(searchParams.get('v') ?? '10')) {
          client.close(closeCodes.invalidVersion, 'Invalid API version.');
        } else if ((searchParams.get('encoding') ?? 'json') !== 'json') {
          client.close(closeCodes.decodeError, 'Only encoding=json is served.');
        } else {
          const compression = streamCompressions.find((name) => name === searchParams.get('compress'));
          const hello = !this.#core.moods.withholdsHello();
          const connection = new Connection(this.#core, client, { hello, compression });
          this.#connections.add(connection);
          client.on('close', () => this.#connections.delete(connection));
        }
      });
    });
  }

  get connections(): readonly ConnectionInfo[] {
    return [...this.#connections].map(({ session }) => ({ userId: session?.userId, sessionId: session?.id }));
  }

  /** Destroys the TCP connections. */
  dropAll(whose: Whose = 'everyone'): void {
    for (const connection of this.#of(whose)) connection.destroy();
  }

  /** The same for the connection of one session. */
  dropSession(sessionId: string): void {
    for (const connection of this.#connections)
      if (connection.session?.id === sessionId) connection.destroy();
  }

  closeAll(code: number, whose: Whose = 'everyone'): void {
    for (const connection of this.#of(whose)) connection.close(code);
  }

  /** Op 9. */
  invalidateSessions(resumable: boolean, whose: Whose = 'everyone'): void {
    for (const connection of this.#of(whose)) connection.invalidate(resumable);
  }

  /** Op 7. */
  requestReconnect(whose: Whose = 'everyone'): void {
    for (const connection of this.#of(whose)) connection.send({ op: 7, d: null, s: null, t: null });
  }

  /** Sends the last event of that name to the bot once more. Throws when there was none. */
  redeliver(eventName: string): void {
    const bots = [...this.#core.hub.sessions.values()].filter((session) => session.isBot);
    if (!bots.map((session) => session.redeliver(eventName)).includes(true))
      throw new Error(`The bot was never sent ${eventName}.`);
  }

  /** Misbehaves like that from now on. */
  addMood(mood: GatewayMood): void {
    this.#core.moods.add(mood);
  }

  get moods(): readonly GatewayMood[] {
    return this.#core.moods.list();
  }

  clearMoods(): void {
    this.#core.moods.clear();
  }

  /** Sends the bot an event of any name with anything in it. */
  dispatch(name: string, data: unknown): void {
    for (const session of this.#core.hub.sessions.values()) if (session.isBot) session.dispatch(name, data);
  }

  close(): void {
    for (const connection of this.#connections) connection.destroy();
    this.#sockets.close();
  }

  #of(whose: Whose): readonly Connection[] {
    return [...this.#connections].filter(
      ({ session }) => whose === 'everyone' || (session !== undefined && session.isBot === (whose === 'bot')),
    );
  }
}
