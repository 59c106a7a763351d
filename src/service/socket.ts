import { WebSocket } from 'ws';
import type { Clock } from '../operations/clock.ts';
import { causeCodeOf, malformed } from './answer.ts';
import { ServiceError } from './errors.ts';
import type { ServiceProfile } from './profile.ts';
import { closeError } from './socket-close.ts';

export type SocketEvent =
  | { readonly is: 'text'; readonly text: string }
  | { readonly is: 'binary'; readonly bytes: Uint8Array }
  /** Told once if the connection ends and we didn't close it; `closed` if the service said goodbye. */
  | { readonly is: 'lost'; readonly error: ServiceError; readonly closed?: SocketGoodbye | undefined };

/** The current user of a socket. */
export type SocketReceiver = (event: SocketEvent) => void;

export interface SocketGoodbye {
  readonly code: number;
  readonly reason: string;
}

export interface SocketOptions {
  readonly profile: ServiceProfile;
  /** Appended to the profile's socket address. Starts with a slash. */
  readonly path: string;
  readonly query?: Readonly<Record<string, string>>;
  readonly clock: Clock;
  /** Gets everything from the first message on. Without one, messages are dropped until `receive` is called. */
  readonly receiver?: SocketReceiver;
  /** Aborts the connecting. */
  readonly signal?: AbortSignal | undefined;
}

/**
 * After this long without a sign of the service, a ping is sent; after the same time again, the connection counts as
 * lost.
 */
const pingAfterMs = 20_000;
/** If more than this waits to be sent, the service has stopped reading. */
const maxUnsentBytes = 8 * 1024 * 1024;

/** An open connection to the service. Only this class writes to it, and it has one receiver at a time. */
export class ServiceSocket {
  readonly #connection: WebSocket;
  readonly #options: SocketOptions;
  readonly #over = new AbortController();
  #receiver: SocketReceiver | undefined;
  #heardAt: number;
  #lostBecause: ServiceError | undefined;

  constructor(connection: WebSocket, options: SocketOptions) {
    this.#connection = connection;
    this.#options = options;
    this.#receiver = options.receiver;
    this.#heardAt = options.clock.now();
    connection.on('open', () => void this.#watch().catch(() => undefined));
    connection.on('message', (data, isBinary) => this.#hear(data, isBinary));
    connection.on('pong', () => this.#heard());
    connection.on('ping', () => this.#heard());
    connection.on('error', (error) => {
      if (causeCodeOf(error)?.startsWith('WS_ERR'))
        this.#end(malformed('UnreadableMessage', { cause: error }));
    });
    connection.on('close', (code, bytes) => {
      const reason = bytes.toString('utf8');
      this.#end(closeError(code, reason, options.profile), { code, reason });
    });
  }

  get open(): boolean {
    return !this.#over.signal.aborted && this.#connection.readyState === WebSocket.OPEN;
  }

  /** Aborts when either side ends the connection. */
  get over(): AbortSignal {
    return this.#over.signal;
  }

  /** Why it ended, if we didn't close it. Kept for the next send if nobody was listening. */
  get lostBecause(): ServiceError | undefined {
    return this.#lostBecause;
  }

  /** Sets who gets messages from now on. Without an argument, nobody does. */
  receive(receiver?: SocketReceiver): void {
    this.#receiver = receiver;
  }

  /** Bytes that it was given and that haven't left this machine. */
  get unsentBytes(): number {
    return this.#connection.bufferedAmount;
  }

  /**
   * Sends a message as JSON and calls `onSent` once it has left. Returns false and sends nothing if the connection
   * isn't open.
   */
  send(message: unknown, onSent?: () => void): boolean {
    if (!this.open) return false;
    this.#connection.send(JSON.stringify(message), (error) => {
      if (!error) onSent?.();
    });
    if (this.#connection.bufferedAmount <= maxUnsentBytes) return true;
    this.#lose('NotReadByService');
    return false;
  }

  /** Stops reading until `resume`, so that the service has to wait. */
  pause(): void {
    this.#connection.pause();
  }

  resume(): void {
    if (!this.#connection.isPaused) return;
    this.#heard();
    this.#connection.resume();
  }

  /** Closes it and ignores everything that still arrives. Idempotent. */
  close(): void {
    if (this.#over.signal.aborted) return;
    this.#receiver = undefined;
    this.#over.abort();
    if (this.#connection.readyState === WebSocket.CONNECTING) this.#connection.terminate();
    else void this.#sayGoodbye();
  }

  /** Closes politely, or by force if the service doesn't answer within a second. */
  async #sayGoodbye(): Promise<void> {
    const closed = new AbortController();
    this.#connection.once('close', () => closed.abort());
    this.#connection.resume();
    this.#connection.close(1000);
    await this.#options.clock.sleep(1_000, closed.signal).catch(() => undefined);
    this.#connection.terminate();
  }

  #hear(data: WebSocket.RawData, isBinary: boolean): void {
    this.#heard();
    const bytes = bytesOf(data);
    if (isBinary) this.#receiver?.({ is: 'binary', bytes });
    else {
      const text = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('utf8');
      this.#receiver?.({ is: 'text', text });
    }
  }

  #heard(): void {
    this.#heardAt = this.#options.clock.now();
  }

  /** Notices if the service has vanished, because it doesn't answer a ping. */
  async #watch(): Promise<void> {
    const { clock } = this.#options;
    this.#heard();
    while (!this.#over.signal.aborted) {
      await clock.sleep(Math.max(0, this.#heardAt + pingAfterMs - clock.now()), this.#over.signal);
      if (this.#connection.isPaused) this.#heard();
      if (clock.now() - this.#heardAt < pingAfterMs) continue;
      this.#connection.ping();
      await clock.sleep(pingAfterMs, this.#over.signal);
      if (clock.now() - this.#heardAt >= 2 * pingAfterMs && !this.#connection.isPaused)
        this.#lose('NoSignOfLife');
    }
  }

  #lose(code: string): void {
    this.#end(new ServiceError({ fault: 'unreachable', code, nothingHappened: false }));
    this.#connection.terminate();
  }

  #end(error: ServiceError, closed?: SocketGoodbye): void {
    if (this.#over.signal.aborted) return;
    const receiver = this.#receiver;
    this.#receiver = undefined;
    this.#lostBecause = error;
    this.#over.abort();
    receiver?.({ is: 'lost', error, closed });
  }
}

function bytesOf(data: WebSocket.RawData): Uint8Array {
  if (Array.isArray(data)) return Buffer.concat(data);
  return data instanceof ArrayBuffer ? new Uint8Array(data) : data;
}
