import type { MonotonicTime } from '../../src/voice/mouth/pacer.ts';

interface Timer {
  readonly dueMs: number;
  readonly callback: () => void;
}

/** Monotonic time that stands still until a test moves it. */
export class FakeTime implements MonotonicTime {
  #nowMs = 1_000;
  readonly #timers = new Set<Timer>();

  nowMs(): number {
    return this.#nowMs;
  }

  get timers(): number {
    return this.#timers.size;
  }

  after(durationMs: number, callback: () => void): () => void {
    const timer = { dueMs: this.#nowMs + durationMs, callback };
    this.#timers.add(timer);
    return () => this.#timers.delete(timer);
  }

  /** Moves on, calling back whoever is due on the way. */
  advance(durationMs: number): void {
    const untilMs = this.#nowMs + durationMs;
    for (let next = this.#next(untilMs); next; next = this.#next(untilMs)) {
      this.#nowMs = Math.max(this.#nowMs, next.dueMs);
      this.#timers.delete(next);
      next.callback();
    }
    this.#nowMs = untilMs;
  }

  /** The process stands still for so long; whoever is due by then is called back at the end of it. */
  stall(durationMs: number): void {
    this.#nowMs += durationMs;
    this.advance(0);
  }

  #next(untilMs: number): Timer | undefined {
    let first: Timer | undefined;
    for (const timer of this.#timers) {
      if (timer.dueMs <= untilMs && (!first || timer.dueMs < first.dueMs)) first = timer;
    }
    return first;
  }
}

/** Lets everything that is not waiting for time happen. */
export async function turns(count = 20): Promise<void> {
  for (let turn = 0; turn < count; turn += 1) await new Promise((resolve) => setImmediate(resolve));
}
