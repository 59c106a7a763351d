import { createServer, type IncomingHttpHeaders, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Duplex } from 'node:stream';
import { type WebSocket, WebSocketServer } from 'ws';

/** One connection that somebody made, from the server's side. */
export class HeardConnection {
  readonly url: URL;
  readonly headers: IncomingHttpHeaders;
  readonly socket: WebSocket;
  /** Text frames, parsed. */
  readonly messages: Record<string, unknown>[] = [];
  closed: { readonly code: number; readonly reason: string } | undefined;
  pings = 0;
  readonly #raw: Duplex;

  constructor(request: IncomingMessage, socket: WebSocket) {
    this.#raw = request.socket;
    this.url = new URL(request.url ?? '/', 'ws://host');
    this.headers = request.headers;
    this.socket = socket;
    socket.on('message', (data) => this.messages.push(JSON.parse(String(data))));
    socket.on('ping', () => {
      this.pings += 1;
    });
    socket.on('close', (code, reason) => {
      this.closed = { code, reason: reason.toString() };
    });
    socket.on('error', () => undefined);
  }

  json(message: unknown): void {
    this.socket.send(JSON.stringify(message));
  }

  /** Everything that is sent meanwhile arrives in one piece. */
  atOnce(send: () => void): void {
    this.#raw.cork();
    send();
    this.#raw.uncork();
  }
}

export type UpgradeRefusal = (socket: Duplex) => void;

/** A real WebSocket server on 127.0.0.1 that does what a test tells it and remembers what it heard. */
export class ScriptedSocket implements AsyncDisposable {
  readonly connections: HeardConnection[] = [];
  /** Answers the upgrades instead of accepting them, one each, for as long as there are any. */
  readonly refusals: UpgradeRefusal[] = [];
  onConnection: ((connection: HeardConnection, index: number) => void) | undefined;
  readonly #sockets = new WebSocketServer({ noServer: true });
  readonly #raw = new Set<Duplex>();
  readonly #server = createServer();

  static async start(autoPong = true): Promise<ScriptedSocket> {
    const scripted = new ScriptedSocket();
    scripted.#sockets.options.autoPong = autoPong;
    scripted.#server.on('upgrade', (request, socket, head) => scripted.#upgrade(request, socket, head));
    await new Promise<void>((resolve) => scripted.#server.listen(0, '127.0.0.1', resolve));
    return scripted;
  }

  /** As a base address of the service. */
  get url(): string {
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}`;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    for (const { socket } of this.connections) socket.terminate();
    for (const socket of this.#raw) socket.destroy();
    this.#sockets.close();
    this.#server.closeAllConnections();
    await new Promise((resolve) => this.#server.close(resolve));
  }

  #upgrade(request: IncomingMessage, socket: Duplex, head: Buffer): void {
    this.#raw.add(socket);
    socket.on('error', () => undefined);
    const refusal = this.refusals.shift();
    if (refusal) {
      refusal(socket);
      return;
    }
    this.#sockets.handleUpgrade(request, socket, head, (open) => {
      const connection = new HeardConnection(request, open);
      this.connections.push(connection);
      this.onConnection?.(connection, this.connections.length - 1);
    });
  }
}

/** Refuses an upgrade with an HTTP answer. */
export function refuseUpgrade(status: number, body: unknown): UpgradeRefusal {
  return (socket) => {
    const text = JSON.stringify(body);
    socket.end(
      `HTTP/1.1 ${status} Refused\r\ncontent-type: application/json\r\ncontent-length: ${Buffer.byteLength(text)}\r\nconnection: close\r\n\r\n${text}`,
    );
  };
}
