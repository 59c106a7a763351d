import type { Clock } from './clock.ts';

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
