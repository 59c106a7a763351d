import { throttled } from './refusal.ts';

/** At most so many calls within any one second; a refused call does not count. */
export class RateLimit {
  readonly #now: () => number;
  readonly #callsPerSecond: () => number;
  readonly #admittedAt: number[] = [];

  constructor(now: () => number, callsPerSecond: () => number) {
    this.#now = now;
    this.#callsPerSecond = callsPerSecond;
  }

  /** Throws 429 when the second is full. */
  admit(): void {
    const now = this.#now();
    while (now - (this.#admittedAt[0] ?? now) >= 1_000) this.#admittedAt.shift();
    if (this.#admittedAt.length >= this.#callsPerSecond()) throw throttled();
    this.#admittedAt.push(now);
  }
}
