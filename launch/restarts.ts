const firstDelayMs = 1_000;
const windowMs = 10 * 60_000;
export const maxRestarts = 5;

/** When a bot that died is started again: later each time, and at most five times in ten minutes. */
export class Restarts {
  #startedAt: number[] = [];

  /** How many of the last ten minutes. */
  get recent(): number {
    return this.#startedAt.length;
  }

  /** How long to wait before starting it again; undefined when it has been started too often. */
  next(nowMs: number): number | undefined {
    this.#startedAt = this.#startedAt.filter((at) => nowMs - at < windowMs);
    if (this.#startedAt.length >= maxRestarts) return undefined;
    this.#startedAt.push(nowMs);
    return firstDelayMs * 2 ** (this.#startedAt.length - 1);
  }
}
