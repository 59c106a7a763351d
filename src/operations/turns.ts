import type { Clock } from './clock.ts';

/** Work under one key happens one after another, in the order it was asked for; different keys do not wait. */
export class Turns {
  readonly #last = new Map<string, Promise<unknown>>();

  async take<Result>(key: string, work: () => Promise<Result>): Promise<Result> {
    const turn = (this.#last.get(key) ?? Promise.resolve()).then(work);
    const settled = turn.catch(() => undefined);
    this.#last.set(key, settled);
    try {
      return await turn;
    } finally {
      if (this.#last.get(key) === settled) this.#last.delete(key);
    }
  }
}

/** Lets callers through in order, at most `perSecond` of them, evenly spaced and without bursts. */
export class RateGate {
  readonly #clock: Clock;
  readonly #spacingMs: number;
  #freeAt = 0;

  constructor(clock: Clock, perSecond: number) {
    this.#clock = clock;
    this.#spacingMs = 1000 / perSecond;
  }

  /** Resolves when it is this caller's turn; rejects when the signal aborts first. */
  async pass(signal?: AbortSignal): Promise<void> {
    const now = this.#clock.now();
    const turnAt = Math.max(now, this.#freeAt);
    this.#freeAt = turnAt + this.#spacingMs;
    if (turnAt > now) await this.#clock.sleep(turnAt - now, signal);
    else signal?.throwIfAborted();
  }
}

interface Waiting<Ask, Answer> {
  readonly ask: Ask;
  readonly resolve: (answer: Answer) => void;
  readonly reject: (error: unknown) => void;
}

/** One round at a time; what comes in while a round runs is done together in the next, a bounded number at once. */
export class Gathered<Ask, Answer> {
  readonly #round: (asks: readonly Ask[]) => Promise<readonly Answer[]>;
  readonly #most: number;
  readonly #waiting: Waiting<Ask, Answer>[] = [];
  #running = false;

  /** `round` answers its asks in their order, or rejects for all of them. */
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
