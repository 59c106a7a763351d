/** Push-to-talk: one person at a time has the floor, and only they are heard. */
export class SpeakingFloor {
  #holder: string | undefined;
  #holds = 0;

  get holder(): string | undefined {
    return this.#holder;
  }

  /** Counts how often it was taken, so that nobody ends a later turn by mistake. */
  get holds(): number {
    return this.#holds;
  }

  /** False: someone else has it. */
  hold(userId: string): boolean {
    if (this.#holder === undefined) this.#holds += 1;
    this.#holder ??= userId;
    return this.#holder === userId;
  }

  /** False: they didn't have it. */
  release(userId: string): boolean {
    if (this.#holder !== userId) return false;
    this.#holder = undefined;
    return true;
  }
}
