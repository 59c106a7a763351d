import type { Logger } from 'pino';
import type { Clock } from '../../operations/clock.ts';
import { ServiceError } from '../errors.ts';
import type { ServiceSocket } from '../socket.ts';
import { SocketBackOff } from '../socket-back-off.ts';

interface Waiting {
  readonly socket: ServiceSocket;
  /** Aborts when it no longer waits. */
  readonly term: AbortController;
}

/** How many sockets may wait for a task. */
const maxIdle = 2;
/** The service closes a socket 60 s after its last task (field notes 2), so it's replaced before that. */
const idleMs = 45_000;

/** Sockets that are already open when a task needs one. Each serves one task at a time. */
export class SocketPool {
  readonly #parts;
  readonly #idle: Waiting[] = [];
  readonly #stop = new AbortController();
  readonly #backOff: SocketBackOff;
  #wantedUntil = 0;
  #refilling: Promise<void> | undefined;

  constructor(parts: {
    readonly connect: (signal: AbortSignal) => Promise<ServiceSocket>;
    readonly clock: Clock;
    readonly log: Logger;
    /** How long after the last task a socket is kept ready. */
    readonly warmForMs: number;
  }) {
    this.#parts = parts;
    this.#backOff = new SocketBackOff(parts.clock);
  }

  get idle(): number {
    return this.#idle.length;
  }

  /** A socket will be needed soon. */
  warm(): void {
    this.#wantedUntil = this.#parts.clock.now() + this.#parts.warmForMs;
    this.#refill();
  }

  /**
   * A socket for one task. `fresh`: a new connection, because a waiting one turned out to be dead, and the others may be
   * dead for the same reason.
   * @throws ServiceError if it can't connect
   */
  async take(fresh: boolean, signal: AbortSignal): Promise<ServiceSocket> {
    if (fresh) this.#dismissAll();
    const socket =
      this.#takeIdle() ?? (await this.#parts.connect(AbortSignal.any([signal, this.#stop.signal])));
    this.warm();
    return socket;
  }

  /** The task on it ended well, or never began. */
  giveBack(socket: ServiceSocket): void {
    if (!socket.open) return;
    if (this.#stop.signal.aborted || this.#idle.length >= maxIdle) socket.close();
    else this.#keep(socket);
  }

  close(): void {
    this.#stop.abort();
    this.#dismissAll();
  }

  #dismissAll(): void {
    for (const { socket, term } of this.#idle.splice(0)) {
      term.abort();
      socket.close();
    }
  }

  /** The one that has waited for the shortest time is the least likely to be dead. */
  #takeIdle(): ServiceSocket | undefined {
    for (;;) {
      const waiting = this.#idle.pop();
      waiting?.term.abort();
      if (!waiting || waiting.socket.open) return waiting?.socket;
    }
  }

  #keep(socket: ServiceSocket): void {
    socket.receive();
    const waiting: Waiting = { socket, term: new AbortController() };
    this.#idle.push(waiting);
    this.#parts.clock
      .sleep(idleMs, AbortSignal.any([socket.over, waiting.term.signal]))
      .catch(() => undefined)
      .then(() => this.#retire(waiting));
  }

  /** It has waited too long, or the service closed it. If a task used it in between, its time starts again. */
  #retire(waiting: Waiting): void {
    const index = this.#idle.indexOf(waiting);
    if (index < 0) return;
    this.#idle.splice(index, 1);
    waiting.socket.close();
    const { lostBecause } = waiting.socket;
    if (lostBecause?.needsOperator)
      this.#parts.log.error({ err: lostBecause }, 'the service closed a socket that nobody was using');
    this.#refill();
  }

  /** Keeps one ready as long as it may be needed. */
  #refill(): void {
    const wanted = this.#parts.clock.now() < this.#wantedUntil;
    if (!wanted || this.#refilling || this.#idle.length > 0 || this.#stop.signal.aborted) return;
    this.#refilling = this.#connectAhead().finally(() => {
      this.#refilling = undefined;
    });
  }

  async #connectAhead(): Promise<void> {
    const { clock, log } = this.#parts;
    const { signal } = this.#stop;
    while (clock.now() < this.#wantedUntil && !signal.aborted) {
      try {
        const socket = await this.#parts.connect(signal);
        this.#backOff.opened();
        this.giveBack(socket);
        return;
      } catch (error) {
        if (signal.aborted || (error instanceof ServiceError && !error.retryable)) return;
        log.debug({ err: error }, "couldn't open a spare socket");
        await clock.sleep(this.#backOff.nextDelayMs(), signal).catch(() => undefined);
      }
    }
  }
}
