import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import type { WebSocket as ServerSocket } from 'ws';
import { WebSocketServer } from 'ws';

export interface ReceivedFrame {
  readonly op: number;
  readonly d: unknown;
}

/** One connection as the server sees it. What arrives is kept until it is asked for. */
export class GatewayLink {
  readonly socket: ServerSocket;
  readonly path: string;
  readonly closed: Promise<number>;
  readonly #frames: ReceivedFrame[] = [];
  readonly #waiting: ((frame: ReceivedFrame) => void)[] = [];

  constructor(socket: ServerSocket, path: string) {
    this.socket = socket;
    this.path = path;
    this.closed = once(socket, 'close').then(([code]) => Number(code));
    socket.on('message', (data) => {
      const frame: ReceivedFrame = JSON.parse(String(data));
      const waiting = this.#waiting.shift();
      if (waiting) waiting(frame);
      else this.#frames.push(frame);
    });
  }

  /** The next frame of the client, at once if it came already. */
  next(): Promise<ReceivedFrame> {
    const frame = this.#frames.shift();
    return frame ? Promise.resolve(frame) : new Promise((resolve) => this.#waiting.push(resolve));
  }

  send(op: number, d: unknown = null, s: number | null = null, t: string | null = null): void {
    this.socket.send(JSON.stringify({ op, d, s, t }));
  }
}

/** A gateway that says what a test tells it to. */
export class ScriptedGateway {
  readonly #server: WebSocketServer;
  readonly #lines: GatewayLink[] = [];
  readonly #waiting: ((line: GatewayLink) => void)[] = [];

  private constructor(server: WebSocketServer) {
    this.#server = server;
    server.on('connection', (socket, request) => {
      const line = new GatewayLink(socket, request.url ?? '');
      const waiting = this.#waiting.shift();
      if (waiting) waiting(line);
      else this.#lines.push(line);
    });
  }

  static async start(): Promise<ScriptedGateway> {
    const server = new WebSocketServer({ host: '127.0.0.1', port: 0 });
    await once(server, 'listening');
    return new ScriptedGateway(server);
  }

  get url(): string {
    return `ws://127.0.0.1:${(this.#server.address() as AddressInfo).port}/gateway`;
  }

  /** The next connection. */
  connection(): Promise<GatewayLink> {
    const line = this.#lines.shift();
    return line ? Promise.resolve(line) : new Promise((resolve) => this.#waiting.push(resolve));
  }

  close(): Promise<void> {
    for (const socket of this.#server.clients) socket.terminate();
    return new Promise((resolve) => this.#server.close(() => resolve()));
  }
}
