import type { Clock } from '../../operations/clock.ts';

export interface BucketOptions {
  /** Tokens that can be saved up. */
  readonly burst: number;
  readonly perSecond: number;
}

/** A token bucket: first come, first served, and nobody is served without a token. */
export class TokenBucket {
  readonly #options: BucketOptions;
  readonly #clock: Clock;
  #tokens: number;
  #filledAt: number;
  #queue: Promise<void> = Promise.resolve();

  constructor(options: BucketOptions, clock: Clock) {
    this.#options = options;
    this.#clock = clock;
    this.#tokens = options.burst;
    this.#filledAt = clock.now();
  }

  /** Resolves with a token of the caller's own; rejects with the signal's reason, without having used one. */
  take(signal?: AbortSignal): Promise<void> {
    const turn = this.#queue.then(() => this.#wait(signal));
    this.#queue = turn.catch(() => undefined);
    return turn;
  }

  async #wait(signal: AbortSignal | undefined): Promise<void> {
    signal?.throwIfAborted();
    this.#fill();
    while (this.#tokens < 1) {
      await this.#clock.sleep(Math.ceil(((1 - this.#tokens) / this.#options.perSecond) * 1_000), signal);
      this.#fill();
    }
    this.#tokens -= 1;
  }

  /** A clock that is set back gives no token and takes none. */
  #fill(): void {
    const now = this.#clock.now();
    const elapsedMs = Math.max(0, now - this.#filledAt);
    this.#filledAt = now;
    this.#tokens = Math.min(
      this.#options.burst,
      this.#tokens + (elapsedMs / 1_000) * this.#options.perSecond,
    );
  }
}
