import type { Clock } from './clock.ts';
import { withTimeout } from './timeout.ts';

export interface BucketOptions {
  /** Tokens that can be saved up (default 1: evenly spaced). */
  readonly burst?: number;
  readonly perSecond: number;
}

/** The rate limiter for bursts and even spacing: first come, first served, and nobody is served without a token. */
export class TokenBucket {
  readonly #burst: number;
  readonly #perSecond: number;
  readonly #clock: Clock;
  #tokens: number;
  #filledAt: number;
  #queue: Promise<void> = Promise.resolve();

  constructor({ burst = 1, perSecond }: BucketOptions, clock: Clock) {
    this.#burst = burst;
    this.#perSecond = perSecond;
    this.#clock = clock;
    this.#tokens = burst;
    this.#filledAt = clock.now();
  }

  /** Resolves with a token of the caller's own; rejects with the signal's reason, without having used one. */
  async take(signal?: AbortSignal): Promise<void> {
    const turn = this.#queue.then(() => this.#wait(signal));
    this.#queue = turn.catch(() => undefined);
    // Those ahead may still wait for long.
    await withTimeout(turn, Number.POSITIVE_INFINITY, this.#clock, signal);
  }

  async #wait(signal: AbortSignal | undefined): Promise<void> {
    signal?.throwIfAborted();
    this.#fill();
    while (this.#tokens < 1) {
      await this.#clock.sleep(Math.ceil(((1 - this.#tokens) / this.#perSecond) * 1_000), signal);
      this.#fill();
    }
    this.#tokens -= 1;
  }

  /** A clock that is set back gives no token and takes none. */
  #fill(): void {
    const now = this.#clock.now();
    const elapsedMs = Math.max(0, now - this.#filledAt);
    this.#filledAt = now;
    this.#tokens = Math.min(this.#burst, this.#tokens + (elapsedMs / 1_000) * this.#perSecond);
  }
}
