/** The time that the main thread works in each turn of the event loop from now on, whatever else the machine does. */
export class LoopTurns {
  #longestMs = 0;
  #running = true;

  constructor() {
    const turn = (before: number) => {
      const worked = workedMs();
      this.#longestMs = Math.max(this.#longestMs, worked - before);
      if (this.#running) setImmediate(turn, workedMs());
    };
    setImmediate(turn, workedMs());
  }

  /** Ends the measurement. */
  longestMs(): number {
    this.#running = false;
    return this.#longestMs;
  }
}

function workedMs(): number {
  const { user, system } = process.threadCpuUsage();
  return (user + system) / 1_000;
}
