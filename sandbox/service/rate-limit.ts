import { throttled } from './refusal.ts';

/** At most so many calls within any one second; a refused call does not count. */
export class RateLimit {
  readonly #now: () => number;
  readonly #callsPerSecond: () => number;
  #admittedAt: number[] = [];

  constructor(now: () => number, callsPerSecond: () => number) {
    this.#now = now;
    this.#callsPerSecond = callsPerSecond;
  }

  /** Throws 429 when the second is full. */
  admit(): void {
    const now = this.#now();
    this.#admittedAt = this.#admittedAt.filter((at) => now - at < 1_000);
    if (this.#admittedAt.length >= this.#callsPerSecond()) throw throttled();
    this.#admittedAt.push(now);
  }
}
