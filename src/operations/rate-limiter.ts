import type { Clock } from './clock.ts';
import { SlidingWindow } from './sliding-window.ts';

/** So many within a time span for each key, such as a person. Anything beyond is refused, not queued. */
export class RateLimiter {
  readonly #clock: Clock;
  readonly #most: number;
  readonly #spanMs: number;
  readonly #windows = new Map<string, SlidingWindow>();

  constructor(clock: Clock, most: number, spanMs: number) {
    this.#clock = clock;
    this.#most = most;
    this.#spanMs = spanMs;
  }

  /** False if that's too many. True counts. */
  take(key: string): boolean {
    for (const [each, window] of this.#windows) if (window.used === 0) this.#windows.delete(each);
    const window = this.#windows.get(key) ?? new SlidingWindow(this.#clock, this.#most, this.#spanMs);
    this.#windows.set(key, window);
    return window.take();
  }
}
