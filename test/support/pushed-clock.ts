import type { Clock } from '../../src/operations/clock.ts';

interface Sleeper {
  readonly at: number;
  timer: NodeJS.Timeout;
  readonly wake: () => void;
}

/** Real time that a test pushes on: what sleeps through the push wakes, and everything else takes as long as it takes. */
export class PushedClock implements Clock {
  #aheadMs: number;
  readonly #sleepers = new Set<Sleeper>();

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
    const now = this.now();
    const due = [...this.#sleepers].toSorted((a, b) => a.at - b.at);
    for (const sleeper of due) {
      clearTimeout(sleeper.timer);
      if (sleeper.at <= now) sleeper.wake();
      else sleeper.timer = this.#timer(sleeper.at, sleeper.wake);
    }
  }

  sleep(durationMs: number, signal?: AbortSignal): Promise<void> {
    return new Promise((resolve, reject) => {
      if (signal?.aborted) {
        reject(signal.reason);
        return;
      }
      const end = () => {
        clearTimeout(sleeper.timer);
        this.#sleepers.delete(sleeper);
        signal?.removeEventListener('abort', onAbort);
      };
      const onAbort = () => {
        end();
        reject(signal?.reason);
      };
      const wake = () => {
        end();
        resolve();
      };
      const at = this.now() + durationMs;
      const sleeper: Sleeper = { at, timer: this.#timer(at, wake), wake };
      this.#sleepers.add(sleeper);
      signal?.addEventListener('abort', onAbort, { once: true });
    });
  }

  #timer(at: number, wake: () => void): NodeJS.Timeout {
    return setTimeout(wake, Math.min(Math.max(0, at - this.now()), longestTimerMs));
  }
}

/** Timers take no longer waits; whoever sleeps longer here is pushed. */
const longestTimerMs = 2 ** 31 - 1;
