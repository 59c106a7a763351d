import type { Clock } from '../../operations/clock.ts';
import { type Pace, type Paces, type SharedPace, takeTurn } from '../../operations/paces.ts';
import { SlidingWindow } from '../../operations/rate-limits.ts';
import { ServiceError } from '../errors.ts';
import { RefusedVoices } from './session-line.ts';

/** The service's minute, plus a second because the network blurs where it begins. */
const spanMs = 61_000;

/** The share of a minute's connects that's left to what can't wait. */
const sharedOut = 0.3;

interface Session {
  readonly ended: Promise<unknown>;
  open(): Promise<void>;
  close(): void;
}

/** What the account has open of one interface, no faster than it may connect. Closing ends them, and those still waiting. */
export class AccountSessions {
  /** By any of them. */
  readonly refusedVoices = new RefusedVoices();
  readonly #limiter: ConnectLimiter;
  readonly #open = new Set<Session>();
  readonly #closing = new AbortController();

  constructor({
    clock,
    connectsPerMinute,
    paces,
    name,
  }: {
    readonly clock: Clock;
    /** How many connections the account may open. The rest wait. */
    readonly connectsPerMinute: number;
    /** If other processes connect, too. */
    readonly paces?: Paces | undefined;
    /** Of the connects that they share. */
    readonly name: string;
  }) {
    this.#limiter = new ConnectLimiter(clock, connectsPerMinute, paces && { name, paces });
  }

  /** How long the next one would have to wait to connect. */
  get waitMs(): number {
    return this.#limiter.waitMs;
  }

  /** The share of a minute's connects that's left, 0 to 1. */
  get connectsLeft(): number {
    return this.#limiter.share;
  }

  /**
   * @param make once it may connect; its signal aborts with the caller's, or when this closes
   * @throws {ServiceError}
   */
  async open<Opened extends Session>(
    make: (signal: AbortSignal) => Opened,
    { signal: asked, onWait, canWait = false }: PassOptions & { readonly canWait?: boolean | undefined },
  ): Promise<Opened> {
    const signal = asked ? AbortSignal.any([this.#closing.signal, asked]) : this.#closing.signal;
    if (canWait) await this.#limiter.passBehind({ signal, onWait });
    else await this.#limiter.pass({ signal, onWait });
    const session = make(signal);
    this.#open.add(session);
    void session.ended.then(() => this.#open.delete(session));
    await session.open();
    return session;
  }

  /** @param code of the error for callers that are still waiting */
  close(code: string): void {
    this.#closing.abort(new ServiceError({ fault: 'aborted', code, nothingHappened: true }));
    for (const session of this.#open) session.close();
  }
}

export interface PassOptions {
  readonly signal?: AbortSignal | undefined;
  /** Called once with the wait, if it can't connect right away. */
  readonly onWait?: ((waitMs: number) => void) | undefined;
}

/**
 * Lets that many connects through in any minute, in order, the first ones at once. The limit is for the whole account.
 */
export class ConnectLimiter {
  readonly #clock: Clock;
  readonly #perMinute: number;
  readonly #window: SlidingWindow;
  readonly #shared: SharedPace | undefined;

  /** @param shared if there are other processes that connect, too */
  constructor(clock: Clock, perMinute: number, shared?: SharedPace) {
    this.#clock = clock;
    this.#perMinute = perMinute;
    this.#shared = shared;
    this.#window = new SlidingWindow(clock, perMinute, spanMs);
  }

  /** How long the next one would have to wait. */
  get waitMs(): number {
    return this.#window.freeAt() - this.#clock.now();
  }

  /** The share of a minute's connects that's still free, 0 to 1. */
  get share(): number {
    return Math.max(0, 1 - this.#window.used / this.#perMinute);
  }

  /** For what can wait: takes a place once some are left for others. */
  async passBehind({ signal, onWait }: PassOptions = {}): Promise<void> {
    signal?.throwIfAborted();
    const spare = Math.min(this.#perMinute - 1, Math.ceil(this.#perMinute * sharedOut));
    for (let tell = onWait; ; tell = undefined) {
      const waitMs = await this.#takeNow(spare);
      if (waitMs <= 0) return;
      tell?.(waitMs);
      await this.#clock.sleep(waitMs, signal);
    }
  }

  /** Takes a place if there's one now and some are left. Resolves to 0 then, and otherwise to how long that may take. */
  async #takeNow(spare: number): Promise<number> {
    const waitMs = this.#window.freeAt(spare) - this.#clock.now();
    if (waitMs > 0) return waitMs;
    const slot = this.#window.reserve();
    if (!this.#shared) return 0;
    const othersMs = await this.#shared.paces.bookNow(this.#paceOf(this.#shared), spare);
    if (othersMs > 0) this.#window.giveBack(slot);
    return othersMs;
  }

  #paceOf({ name }: SharedPace): Pace {
    return { name, most: this.#perMinute, spanMs };
  }

  /** Aborting gives the place back. */
  async pass({ signal, onWait }: PassOptions = {}): Promise<void> {
    signal?.throwIfAborted();
    const slot = this.#window.reserve();
    const waitMs = slot - this.#clock.now();
    if (waitMs > 0) onWait?.(waitMs);
    try {
      if (waitMs > 0) await this.#clock.sleep(waitMs, signal);
      const tell = waitMs > 0 ? undefined : onWait;
      const shared = this.#shared;
      if (shared) await takeTurn(shared.paces, this.#paceOf(shared), this.#clock, { signal, onWait: tell });
    } catch (error) {
      this.#window.giveBack(slot);
      throw error;
    }
  }
}
