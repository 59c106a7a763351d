import type { Clock } from '../../src/operations/clock.ts';

interface Sleeper {
  readonly at: number;
  readonly wake: () => void;
}

/** Real time that a test pushes on: what sleeps through the push wakes, and everything else takes as long as it takes. */
export class PushedClock implements Clock {
  #aheadMs: number;
  /** The next to wake comes first. */
  readonly #sleepers: Sleeper[] = [];
  #timer: NodeJS.Timeout | undefined;

  constructor(aheadMs = 0) {
    this.#aheadMs = aheadMs;
  }

  /** Milliseconds before real time. */
  get aheadMs(): number {
    return this.#aheadMs;
  }

  now(): number {
    return Date.now() + this.#aheadMs;
  }

  push(ms: number): void {
    this.#aheadMs += ms;
    this.#wakeDue();
  }

  sleep(durationMs: number, signal?: AbortSignal): Promise<void> {
    return new Promise((resolve, reject) => {
      if (signal?.aborted) {
        reject(signal.reason);
        return;
      }
      const onAbort = () => {
        this.#sleepers.splice(this.#sleepers.indexOf(sleeper), 1);
        this.#setTimer();
        reject(signal?.reason);
      };
      const sleeper: Sleeper = {
        at: this.now() + durationMs,
        wake: () => {
          signal?.removeEventListener('abort', onAbort);
          resolve();
        },
      };
      const later = this.#sleepers.findIndex(({ at }) => at > sleeper.at);
      this.#sleepers.splice(later < 0 ? this.#sleepers.length : later, 0, sleeper);
      signal?.addEventListener('abort', onAbort, { once: true });
      this.#setTimer();
    });
  }

  #wakeDue(): void {
    const now = this.now();
    for (let next = this.#sleepers[0]; next && next.at <= now; next = this.#sleepers[0]) {
      this.#sleepers.shift();
      next.wake();
    }
    this.#setTimer();
  }

  #setTimer(): void {
    clearTimeout(this.#timer);
    const [next] = this.#sleepers;
    if (!next) return;
    const waitMs = Math.min(Math.max(0, next.at - this.now()), longestTimerMs);
    this.#timer = setTimeout(() => this.#wakeDue(), waitMs);
  }
}

/** Timers take no longer waits. */
const longestTimerMs = 2 ** 31 - 1;
