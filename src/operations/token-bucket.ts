import { type Clock, withTimeout } from './clock.ts';
import { type SharedPace, takeTurn } from './paces.ts';

export interface BucketOptions {
  /** How many tokens can be saved up (default 1: evenly spaced). */
  readonly burst?: number;
  readonly perSecond: number;
  /** The rate is for all processes together, under this name. Default: there's only this one. */
  readonly shared?: SharedPace | undefined;
}

/** The rate limiter for bursts and even spacing: first come, first served, one token each. */
export class TokenBucket {
  readonly #burst: number;
  readonly #perSecond: number;
  readonly #clock: Clock;
  readonly #shared: SharedPace | undefined;
  #tokens: number;
  #filledAt: number;
  #queue: Promise<void> = Promise.resolve();

  constructor({ burst = 1, perSecond, shared }: BucketOptions, clock: Clock) {
    this.#burst = burst;
    this.#perSecond = perSecond;
    this.#clock = clock;
    this.#shared = shared;
    this.#tokens = burst;
    this.#filledAt = clock.now();
  }

  /** Resolves once it has a token. Rejects with the signal's reason, without using one. */
  async take(signal?: AbortSignal): Promise<void> {
    const turn = this.#queue.then(() => this.#wait(signal));
    this.#queue = turn.catch(() => undefined);
    // The ones ahead may still have a long wait.
    await withTimeout(turn, Number.POSITIVE_INFINITY, this.#clock, signal);
  }

  async #wait(signal: AbortSignal | undefined): Promise<void> {
    signal?.throwIfAborted();
    this.#fill();
    while (this.#tokens < 1) {
      await this.#clock.sleep(Math.ceil(((1 - this.#tokens) / this.#perSecond) * 1_000), signal);
      this.#fill();
    }
    if (this.#shared) await this.#awaitOthers(this.#shared, signal);
    this.#tokens -= 1;
  }

  /** One place at a time among other processes', so that none of them is overrun by who has the longest queue. */
  async #awaitOthers({ name, paces }: SharedPace, signal: AbortSignal | undefined): Promise<void> {
    const pace = { name, most: this.#burst, spanMs: (this.#burst / this.#perSecond) * 1_000 };
    await takeTurn(paces, pace, this.#clock, { signal });
  }

  /** A clock that's set back neither adds nor removes tokens. */
  #fill(): void {
    const now = this.#clock.now();
    const elapsedMs = Math.max(0, now - this.#filledAt);
    this.#filledAt = now;
    this.#tokens = Math.min(this.#burst, this.#tokens + (elapsedMs / 1_000) * this.#perSecond);
  }
}
