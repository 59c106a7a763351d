/** Counts the effects of a process, and ends it before the chosen one: from then on nothing it does has an effect. */
export class Lifeline {
  #effects = 0;
  readonly #diesBefore: number;
  #killed = false;

  constructor(diesBefore = Number.POSITIVE_INFINITY) {
    this.#diesBefore = diesBefore;
  }

  get effects(): number {
    return this.#effects;
  }

  get dead(): boolean {
    return this.#killed || this.#effects >= this.#diesBefore;
  }

  /** Passes each boundary between two effects; never resolves once the process is dead. */
  async step(): Promise<void> {
    if (!this.dead) this.#effects += 1;
    if (this.dead) await new Promise<never>(() => undefined);
  }

  /** The process dies of what it is doing. */
  async die(): Promise<never> {
    this.#killed = true;
    return await new Promise<never>(() => undefined);
  }
}
