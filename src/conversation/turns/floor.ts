/** Push-to-talk: one person at a time holds the floor, and only they are heard. */
export class SpeakingFloor {
  #holder: string | undefined;
  #holds = 0;

  get holder(): string | undefined {
    return this.#holder;
  }

  /** Which time it's held, so that nobody lets go of a later one by mistake. */
  get holds(): number {
    return this.#holds;
  }

  /** False: another participant holds it. */
  hold(userId: string): boolean {
    if (this.#holder === undefined) this.#holds += 1;
    this.#holder ??= userId;
    return this.#holder === userId;
  }

  /** False: they didn't hold it. */
  release(userId: string): boolean {
    if (this.#holder !== userId) return false;
    this.#holder = undefined;
    return true;
  }
}
