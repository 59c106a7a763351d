const dayMs = 24 * 3_600_000;

interface Limits {
  readonly now: () => number;
  /** Sessions that may be started a day, over all shards. */
  readonly total: number;
  readonly maxConcurrency: number;
  readonly intervalMs: number;
}

/**
 * How often a bot may identify: once in five seconds for each `shard_id % max_concurrency`, and a number of times a day
 * over all shards; resuming doesn't count.
 */
export class IdentifyLimits {
  readonly #limits: Limits;
  readonly #latest = new Map<number, number>();
  #day = { began: Number.NEGATIVE_INFINITY, started: 0 };

  constructor(limits: Limits) {
    this.#limits = limits;
  }

  /** Counts the start. `day`: the day's starts are used up, and Discord resets the token. */
  count(shard: number): 'admitted' | 'too soon' | 'day' {
    const { now, maxConcurrency, intervalMs } = this.#limits;
    const at = now();
    const bucket = shard % maxConcurrency;
    if (at - (this.#latest.get(bucket) ?? Number.NEGATIVE_INFINITY) < intervalMs) return 'too soon';
    this.#latest.set(bucket, at);
    if (at - this.#day.began >= dayMs) this.#day = { began: at, started: 0 };
    if (this.remaining === 0) return 'day';
    this.#day = { ...this.#day, started: this.#day.started + 1 };
    return 'admitted';
  }

  get remaining(): number {
    return this.#isOver ? this.#limits.total : this.#limits.total - this.#day.started;
  }

  /** The object of `GET /gateway/bot`. */
  get wire() {
    const { now, total, maxConcurrency } = this.#limits;
    const left = this.#isOver ? dayMs : this.#day.began + dayMs - now();
    return { total, remaining: this.remaining, reset_after: left, max_concurrency: maxConcurrency };
  }

  get #isOver(): boolean {
    return this.#limits.now() - this.#day.began >= dayMs;
  }
}
