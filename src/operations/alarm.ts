import { type Clock, withTimeout } from './clock.ts';

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
