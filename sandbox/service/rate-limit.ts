import { throttled } from './refusal.ts';

/** At most so many calls within any second, or another span; a refused call doesn't count. */
export class RateLimit {
  readonly #now: () => number;
  readonly #calls: () => number;
  readonly #spanMs: number;
  readonly #admittedAt: number[] = [];

  constructor(now: () => number, calls: () => number, spanMs = 1_000) {
    this.#now = now;
    this.#calls = calls;
    this.#spanMs = spanMs;
  }

  /** Throws 429 when the span is full. */
  admit(): void {
    const now = this.#now();
    while (now - (this.#admittedAt[0] ?? now) >= this.#spanMs) this.#admittedAt.shift();
    if (this.#admittedAt.length >= this.#calls()) throw throttled();
    this.#admittedAt.push(now);
  }
}
