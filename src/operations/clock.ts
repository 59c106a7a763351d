/** Time as a dependency: everything that waits or stamps takes one of these, so that tests own the time. */
export interface Clock {
  /** Milliseconds since the epoch. */
  now(): number;
  /** Resolves after `durationMs`; rejects with the signal's reason as soon as the signal aborts. */
  sleep(durationMs: number, signal?: AbortSignal): Promise<void>;
}

export const systemClock: Clock = {
  now: () => Date.now(),
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

/** What a loop waits on: a time, or a ring. A ring while nothing waits is kept for the next wait. */
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

  /** Resolves at `untilMs` (never, when undefined), or as soon as it rings; rejects when the signal aborts. */
  async wait(untilMs: number | undefined, signal: AbortSignal): Promise<void> {
    signal.throwIfAborted();
    if (!this.#rung) await this.#rest(untilMs, signal);
    this.#rung = false;
  }

  async #rest(untilMs: number | undefined, signal: AbortSignal): Promise<void> {
    const cut = new AbortController();
    const rings = new Promise<void>((resolve) => {
      this.#wake = resolve;
    });
    const either = AbortSignal.any([signal, cut.signal]);
    const waits = [rings, untilMs === undefined ? aborted(either) : this.#sleepUntil(untilMs, either)];
    try {
      await Promise.race(waits);
    } finally {
      this.#wake = undefined;
      cut.abort();
      await Promise.allSettled(waits.slice(1));
    }
    signal.throwIfAborted();
  }

  async #sleepUntil(untilMs: number, signal: AbortSignal): Promise<void> {
    await this.#clock.sleep(Math.max(0, untilMs - this.#clock.now()), signal);
  }
}

function aborted(signal: AbortSignal): Promise<void> {
  return new Promise((_, reject) => {
    if (signal.aborted) reject(signal.reason);
    else signal.addEventListener('abort', () => reject(signal.reason), { once: true });
  });
}

/** One thing that happens after a while, unless it is called off; starting it again calls the earlier one off. */
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

/** So many small steps in a row stay well below 10 ms. */
export const stepsBetweenBreaths = 50;

/** Lets the event loop see to everything else before going on: promises alone never let it. */
export async function breath(): Promise<void> {
  await new Promise((resolve) => setImmediate(resolve));
}
