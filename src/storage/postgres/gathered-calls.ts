/** Made when it's sent, by what's true then. */
type MakeCall<Call> = () => Call;

interface Waiting<Call> {
  readonly make: MakeCall<Call>;
  /** Told before what follows is made and sent. */
  readonly onAnswer: (() => void) | undefined;
  readonly resolve: (answer: unknown) => void;
  readonly reject: (error: unknown) => void;
}

/** Done by itself, in its turn. */
interface WaitingAlone {
  readonly alone: () => Promise<unknown>;
  readonly resolve: (result: unknown) => void;
  readonly reject: (error: unknown) => void;
}

const mostTogether = 200;

/**
 * Sends what's called while one transaction is under way together in the next one, in order, so a burst costs one flush of the
 * database instead of one each.
 */
export class GatheredCalls<Call> {
  readonly #send: (calls: readonly Call[]) => Promise<readonly unknown[]>;
  readonly #isOfOneCall: (error: unknown) => boolean;
  #waiting: (Waiting<Call> | WaitingAlone)[] = [];
  #isSending = false;

  /**
   * @param send all or nothing
   * @param isOfOneCall whether it may be one of the calls that's wrong, and the others aren't
   */
  constructor(
    send: (calls: readonly Call[]) => Promise<readonly unknown[]>,
    isOfOneCall: (error: unknown) => boolean,
  ) {
    this.#send = send;
    this.#isOfOneCall = isOfOneCall;
  }

  async call<Answer>(make: MakeCall<Call>, onAnswer?: () => void): Promise<Answer> {
    return await new Promise<Answer>((resolve, reject) => {
      this.#waiting.push({ make, onAnswer, resolve: (answer) => resolve(answer as Answer), reject });
      if (!this.#isSending) void this.#sendAll();
    });
  }

  /** Work that makes such a call itself, while nothing else is sent. */
  async inTurn<Result>(work: () => Promise<Result>): Promise<Result> {
    return await new Promise<Result>((resolve, reject) => {
      this.#waiting.push({ alone: work, resolve: (result) => resolve(result as Result), reject });
      if (!this.#isSending) void this.#sendAll();
    });
  }

  async #sendAll(): Promise<void> {
    this.#isSending = true;
    // Whatever is called in the same turn goes along.
    await Promise.resolve();
    while (this.#waiting.length > 0) {
      const [first] = this.#waiting;
      if (first && 'alone' in first) {
        this.#waiting.shift();
        await this.#doAlone(first);
      } else await this.#sendTogether(this.#takeBatch());
    }
    this.#isSending = false;
  }

  async #doAlone({ alone, resolve, reject }: WaitingAlone): Promise<void> {
    try {
      resolve(await alone());
    } catch (error) {
      reject(error);
    }
  }

  #takeBatch(): Waiting<Call>[] {
    const batch: Waiting<Call>[] = [];
    for (const waiting of this.#waiting) {
      if ('alone' in waiting || batch.length === mostTogether) break;
      batch.push(waiting);
      if (waiting.onAnswer) break;
    }
    this.#waiting.splice(0, batch.length);
    return batch;
  }

  async #sendTogether(batch: readonly Waiting<Call>[]): Promise<void> {
    try {
      const answers = await this.#send(batch.map(({ make }) => make()));
      for (const [index, { onAnswer, resolve }] of batch.entries()) {
        onAnswer?.();
        resolve(answers[index]);
      }
    } catch (error) {
      if (batch.length > 1 && this.#isOfOneCall(error))
        for (const each of batch) await this.#sendTogether([each]);
      else for (const { reject } of batch) reject(error);
    }
  }
}
