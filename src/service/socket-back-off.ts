import type { Clock } from '../operations/clock.ts';

const firstMs = 1_000;
const longestMs = 30_000;
const stableMs = 60_000;

/** How long to wait before reconnecting: 1, 2, 4 … 30 s with full jitter (field notes 1). */
export class SocketBackOff {
  readonly #clock: Clock;
  readonly #random: () => number;
  #failures = 0;
  #openSince: number | undefined;

  constructor(clock: Clock, random: () => number = Math.random) {
    this.#clock = clock;
    this.#random = random;
  }

  /** In a row. */
  get failures(): number {
    return this.#failures;
  }

  /** Connected. After a minute of that, the back-off starts over. */
  opened(): void {
    this.#openSince = this.#clock.now();
  }

  /** A connection failed or was lost. Returns how many milliseconds to wait before the next one. */
  nextDelayMs(): number {
    if (this.#openSince !== undefined && this.#clock.now() - this.#openSince >= stableMs) this.#failures = 0;
    this.#openSince = undefined;
    const ceilingMs = Math.min(longestMs, firstMs * 2 ** Math.min(this.#failures, 10));
    this.#failures += 1;
    return Math.floor(this.#random() * ceilingMs);
  }
}
