interface Waiting<Ask, Answer> {
  readonly ask: Ask;
  readonly resolve: (answer: Answer) => void;
  readonly reject: (error: unknown) => void;
}

/** One round at a time. What arrives during a round is handled together in the next one, up to a limit. */
export class Gathered<Ask, Answer> {
  readonly #round: (asks: readonly Ask[]) => Promise<readonly Answer[]>;
  readonly #most: number;
  readonly #waiting: Waiting<Ask, Answer>[] = [];
  #running = false;

  /** `round` returns the answers in order, or rejects for all of them. */
  constructor(round: (asks: readonly Ask[]) => Promise<readonly Answer[]>, most: number) {
    this.#round = round;
    this.#most = most;
  }

  async ask(ask: Ask): Promise<Answer> {
    return await new Promise<Answer>((resolve, reject) => {
      this.#waiting.push({ ask, resolve, reject });
      if (!this.#running) void this.#run();
    });
  }

  async #run(): Promise<void> {
    this.#running = true;
    while (this.#waiting.length > 0) {
      const round = this.#waiting.splice(0, this.#most);
      try {
        const answers = await this.#round(round.map(({ ask }) => ask));
        for (const [index, { resolve }] of round.entries()) resolve(answers[index] as Answer);
      } catch (error) {
        for (const { reject } of round) reject(error);
      }
    }
    this.#running = false;
  }
}
