import { setImmediate as nextTurn } from 'node:timers/promises';

/** Time as a dependency: everything that waits or uses timestamps takes one, so tests control the time. */
export interface Clock {
  /** Milliseconds since the epoch; never goes back. */
  now(): number;
  /** Resolves after `durationMs`; rejects with the signal's reason as soon as the signal aborts. */
  sleep(durationMs: number, signal?: AbortSignal): Promise<void>;
}

export const systemClock: Clock = {
  now: steadyTime(Date.now, () => performance.now()),
  sleep: (durationMs, signal) =>
    new Promise((resolve, reject) => {
      if (signal?.aborted) {
        reject(signal.reason);
        return;
      }
      const onAbort = () => {
        clearTimeout(timer);
        reject(signal?.reason);
      };
      const timer = setTimeout(() => {
        signal?.removeEventListener('abort', onAbort);
        resolve();
      }, durationMs);
      signal?.addEventListener('abort', onAbort, { once: true });
    }),
};

/** How many small steps in a row stay well under 10 ms. */
export const stepsBetweenBreaths = 50;

/** Lets the event loop handle everything else first, which promises alone never do. */
export async function breath(): Promise<void> {
  await new Promise((resolve) => setImmediate(resolve));
}

/**
 * A time of day that never goes back. Otherwise, setting the machine's clock back by an hour would stop every poll,
 * edit and limit for that hour. Until the machine's clock catches up, time runs at half speed. Jumps forward, as after
 * a sleep, are followed at once.
 * @param wallMs milliseconds since the epoch, by the machine's clock
 * @param elapsedMs milliseconds since any moment, which nobody can set
 */
export function steadyTime(wallMs: () => number, elapsedMs: () => number): () => number {
  let shownMs = Number.NEGATIVE_INFINITY;
  let shownAt = elapsedMs();
  return () => {
    const now = elapsedMs();
    shownMs = Math.max(wallMs(), shownMs + (now - shownAt) / 2);
    shownAt = now;
    return Math.floor(shownMs);
  };
}

/** What `withTimeout` resolves to if the work took too long. */
export const timedOut: unique symbol = Symbol('timed out');

/**
 * The result of the work, or `timedOut` after `limitMs` (never, if that's infinite). The work itself continues.
 * @throws what the work throws, or the signal's reason as soon as it aborts
 */
export async function withTimeout<Result>(
  work: PromiseLike<Result>,
  limitMs: number,
  clock: Clock,
  signal?: AbortSignal,
): Promise<Result | typeof timedOut> {
  signal?.throwIfAborted();
  const settled = new AbortController();
  const either = signal ? AbortSignal.any([signal, settled.signal]) : settled.signal;
  const wait = Number.isFinite(limitMs) ? clock.sleep(limitMs, either) : untilAborted(either);
  const late = wait.then((): typeof timedOut => timedOut);
  late.catch(() => undefined);
  try {
    return await Promise.race([work, late]);
  } finally {
    // A reason of its own spares an error with its stack, which nobody sees.
    settled.abort(timedOut);
  }
}

function untilAborted(signal: AbortSignal): Promise<never> {
  return new Promise((_, reject) => {
    signal.addEventListener('abort', () => reject(signal.reason), { once: true });
  });
}

/** A loop waits on it for a time or a ring. A ring while nobody waits counts for the next wait. */
export class Alarm {
  readonly #clock: Clock;
  #rung = false;
  #wake: (() => void) | undefined;

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  ring(): void {
    this.#rung = true;
    this.#wake?.();
  }

  /** Resolves at `untilMs` (default: never), or as soon as it rings; rejects when the signal aborts. */
  async wait(untilMs = Number.POSITIVE_INFINITY, signal: AbortSignal): Promise<void> {
    signal.throwIfAborted();
    if (!this.#rung) await this.#rest(untilMs, signal);
    this.#rung = false;
  }

  async #rest(untilMs: number, signal: AbortSignal): Promise<void> {
    const { promise: rings, resolve } = Promise.withResolvers<void>();
    this.#wake = resolve;
    try {
      await withTimeout(rings, Math.max(0, untilMs - this.#clock.now()), this.#clock, signal);
    } finally {
      this.#wake = undefined;
    }
    signal.throwIfAborted();
  }
}

/** A timer for debounces and watchdogs: does one thing after a while, unless it's cancelled. Starting it again restarts it. */
export class Countdown {
  readonly #clock: Clock;
  readonly #action: () => void;
  #running: AbortController | undefined;

  constructor(clock: Clock, action: () => void) {
    this.#clock = clock;
    this.#action = action;
  }

  get running(): boolean {
    return this.#running !== undefined;
  }

  start(durationMs: number): void {
    this.cancel();
    const mine = new AbortController();
    this.#running = mine;
    this.#clock.sleep(durationMs, mine.signal).then(
      () => {
        if (this.#running !== mine) return;
        this.#running = undefined;
        this.#action();
      },
      () => undefined,
    );
  }

  cancel(): void {
    this.#running?.abort();
    this.#running = undefined;
  }
}

const everyMs = 20;
/** After a longer stall of the process, what people said meanwhile waits in the sockets. */
const stalledMs = 60;

/** Calls its work every 20 ms while there's something to do. At rest, there's no timer. */
export class Ticker {
  readonly #clock: Clock;
  readonly #work: (nowMs: number) => boolean;
  readonly #signal: AbortSignal;
  #running = false;

  /** @param work returns whether there's more to come; it must not throw */
  constructor(clock: Clock, signal: AbortSignal, work: (nowMs: number) => boolean) {
    this.#clock = clock;
    this.#signal = signal;
    this.#work = work;
  }

  /** There's something to do. Idempotent. */
  wake(): void {
    if (this.#running || this.#signal.aborted) return;
    this.#running = true;
    void this.#run();
  }

  async #run(): Promise<void> {
    try {
      do await this.#nextStep();
      while (this.#work(this.#clock.now()));
    } catch (error) {
      if (!this.#signal.aborted) throw error;
    } finally {
      this.#running = false;
    }
  }

  /** Timers fire before sockets are read: speech that only came late would be taken for silence. */
  async #nextStep(): Promise<void> {
    const dueMs = this.#clock.now() + everyMs;
    await this.#clock.sleep(everyMs, this.#signal);
    if (this.#clock.now() - dueMs > stalledMs) await nextTurn(undefined, { signal: this.#signal });
  }
}
