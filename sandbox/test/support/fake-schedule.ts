/** Timers that only run when a test says so, in the order in which they are due. */
export class FakeSchedule {
  #nowMs = 0;
  readonly #timers = new Set<{ readonly atMs: number; readonly action: () => void }>();

  readonly schedule = (delayMs: number, action: () => void): (() => void) => {
    const timer = { atMs: this.#nowMs + delayMs, action };
    this.#timers.add(timer);
    return () => {
      this.#timers.delete(timer);
    };
  };

  get nowMs(): number {
    return this.#nowMs;
  }

  /** Time passes and nobody is there to run a timer. */
  stall(durationMs: number): void {
    this.#nowMs += durationMs;
  }

  /** Delays until the timers that are set, shortest first. */
  get pendingMs(): readonly number[] {
    return [...this.#timers].map((timer) => timer.atMs - this.#nowMs).sort((a, b) => a - b);
  }

  advance(durationMs: number): void {
    const untilMs = this.#nowMs + durationMs;
    for (;;) {
      const due = [...this.#timers]
        .filter((timer) => timer.atMs <= untilMs)
        .sort((a, b) => a.atMs - b.atMs)[0];
      if (!due) break;
      this.#timers.delete(due);
      this.#nowMs = Math.max(this.#nowMs, due.atMs);
      due.action();
    }
    this.#nowMs = Math.max(this.#nowMs, untilMs);
  }
}
