import type { Clock } from './clock.ts';

/** Something that people are told at most once in a while, each of them. */
export class NowAndThen {
  readonly #clock: Clock;
  readonly #betweenMs: number;
  readonly #toldAt = new Map<string, number>();

  constructor(clock: Clock, betweenMs: number) {
    this.#clock = clock;
    this.#betweenMs = betweenMs;
  }

  /** True once in that time; that counts as telling them. */
  may(userId: string): boolean {
    const now = this.#clock.now();
    for (const [id, at] of this.#toldAt) if (now - at >= this.#betweenMs) this.#toldAt.delete(id);
    if (this.#toldAt.has(userId)) return false;
    this.#toldAt.set(userId, now);
    return true;
  }
}
