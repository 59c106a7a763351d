/** Measures each turn of the event loop from now on: from one `setImmediate` to the next. */
export class LoopTurns {
  #longestMs = 0;
  #running = true;

  constructor() {
    const turn = (since: number) => {
      const now = performance.now();
      this.#longestMs = Math.max(this.#longestMs, now - since);
      if (this.#running) setImmediate(turn, performance.now());
    };
    setImmediate(turn, performance.now());
  }

  /** Ends the measurement. */
  longestMs(): number {
    this.#running = false;
    return this.#longestMs;
  }
}
