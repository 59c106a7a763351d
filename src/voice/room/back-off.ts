/** Connections that are tried one after the other before a room gives up (spec 5, 1.6). */
export const mostAttempts = 5;

const firstStepMs = 1_000;

/**
 * How long to wait before an attempt, counted from 1: the first at once, the others up to 1, 2, 4 and 8 s with full
 * jitter, so that rooms that lost the same server do not come back together.
 * @param random from 0 to 1
 */
export function backOffMs(attempt: number, random: () => number): number {
  return attempt <= 1 ? 0 : random() * firstStepMs * 2 ** (attempt - 2);
}

/** At most so many losses within a minute: a server that takes a connection and drops it again is not asked for ever. */
export class LossWindow {
  readonly #most: number;
  readonly #windowMs: number;
  #losses: readonly number[] = [];

  constructor(most = 3, windowMs = 60_000) {
    this.#most = most;
    this.#windowMs = windowMs;
  }

  /** Counts a loss. False: there were too many. */
  add(now: number): boolean {
    this.#losses = [...this.#losses.filter((at) => at > now - this.#windowMs), now];
    return this.#losses.length <= this.#most;
  }
}
