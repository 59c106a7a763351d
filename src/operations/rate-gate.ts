import type { Clock } from './clock.ts';

/** Lets callers through in order, at most `perSecond` of them, evenly spaced and without bursts. */
export class RateGate {
  readonly #clock: Clock;
  readonly #spacingMs: number;
  #freeAt = 0;

  constructor(clock: Clock, perSecond: number) {
    this.#clock = clock;
    this.#spacingMs = 1000 / perSecond;
  }

  /** Resolves when it is this caller's turn; rejects when the signal aborts first. */
  async pass(signal?: AbortSignal): Promise<void> {
    const now = this.#clock.now();
    const turnAt = Math.max(now, this.#freeAt);
    this.#freeAt = turnAt + this.#spacingMs;
    if (turnAt > now) await this.#clock.sleep(turnAt - now, signal);
    else signal?.throwIfAborted();
  }
}
