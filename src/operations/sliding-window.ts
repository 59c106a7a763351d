import type { Clock } from './clock.ts';

/** The rate limiter for "so many in any minute": remembers when the latest ones went, or will go. */
export class SlidingWindow {
  readonly #clock: Clock;
  readonly #most: number;
  readonly #spanMs: number;
  #slots: number[] = [];

  constructor(clock: Clock, most: number, spanMs: number) {
    this.#clock = clock;
    this.#most = most;
    this.#spanMs = spanMs;
  }

  /** How many went in the last span, or are waiting. */
  get used(): number {
    const since = this.#clock.now() - this.#spanMs;
    this.#slots = this.#slots.filter((slot) => slot > since);
    return this.#slots.length;
  }

  /** When the next one may go (epoch ms), if `spare` places stay free for others. */
  freeAt(spare = 0): number {
    const now = this.#clock.now();
    const full = this.used - (this.#most - spare);
    return full < 0 ? now : Math.max(now, (this.#slots[full] ?? now) + this.#spanMs);
  }

  /** Takes a place now. False if there's none. */
  take(): boolean {
    if (this.used >= this.#most) return false;
    this.#slots.push(this.#clock.now());
    return true;
  }

  /** Takes the next place, however far away, and returns its time. */
  reserve(): number {
    const slot = this.freeAt();
    this.#slots.push(slot);
    return slot;
  }

  giveBack(slot: number): void {
    const at = this.#slots.lastIndexOf(slot);
    if (at >= 0) this.#slots.splice(at, 1);
  }
}
