import { Answer, type AnswerEvent, type AnswerOptions } from './answer.ts';

const answerWithinMs = 20_000;
const showEveryMs = 500;

/**
 * Answers that aren't over yet, in the order people hear them: the service may owe one, one runs there, earlier ones may
 * still be playing.
 */
export class Answers {
  readonly #options;
  readonly #live = new Map<string, Answer>();
  #owedSinceMs: number | undefined;
  #shownAtMs = 0;

  constructor(
    options: Pick<AnswerOptions, 'mouth'> & {
      readonly fadeMs: number;
      /** `late`: the service owes an answer, and none began in time. */
      readonly tell: (event: AnswerEvent | { readonly is: 'late' }) => void;
    },
  ) {
    this.#options = options;
  }

  /** The one that people hear right now. */
  get audible(): Answer | undefined {
    return this.#all.find(({ audible }) => audible);
  }

  /** The service hasn't finished one, or it's held. */
  get unfinished(): boolean {
    return this.#all.some((answer) => answer.state === 'held' || !answer.complete);
  }

  /** One is held, or still to come. */
  get pending(): boolean {
    return this.#owedSinceMs !== undefined || this.unfinished;
  }

  get busy(): boolean {
    return this.#owedSinceMs !== undefined || this.#live.size > 0;
  }

  /** The service was asked for one, or will answer by itself. */
  owe(nowMs: number): void {
    this.#owedSinceMs = nowMs;
  }

  /** It won't come. */
  oweNone(): void {
    this.#owedSinceMs = undefined;
  }

  begin(options: Pick<AnswerOptions, 'responseId' | 'turn' | 'atMs'>): Answer {
    const { mouth, tell } = this.#options;
    const answer = new Answer({
      ...options,
      mouth,
      tell: (event) => {
        if (event.is === 'changed') this.#forgetIfOver(event.answer);
        tell(event);
      },
    });
    this.#owedSinceMs = undefined;
    this.#live.set(answer.responseId, answer);
    return answer;
  }

  of(responseId: string): Answer | undefined {
    return this.#live.get(responseId);
  }

  /** The service has finished it. */
  end(responseId: string, sources: Parameters<Answer['end']>[0]): Answer | undefined {
    const answer = this.#live.get(responseId);
    answer?.end(sources);
    if (answer) this.#forgetIfOver(answer);
    return answer;
  }

  /** Nothing more will come for the ones that the service hasn't finished. */
  endAll(): void {
    this.#owedSinceMs = undefined;
    for (const answer of this.#all) if (!answer.complete) this.end(answer.responseId, []);
  }

  tick(nowMs: number): void {
    if (this.#owedSinceMs !== undefined && nowMs - this.#owedSinceMs >= answerWithinMs) {
      this.#owedSinceMs = undefined;
      this.#options.tell({ is: 'late' });
    }
    if (nowMs - this.#shownAtMs < showEveryMs) return;
    this.#shownAtMs = nowMs;
    for (const answer of this.#all) answer.show();
  }

  /** A person speaks over them: they fade out and are kept. */
  interrupt(): void {
    for (const answer of this.#all) if (answer.state === 'released') answer.interrupt(this.#options.fadeMs);
  }

  /** They go on where they were. */
  goOn(): void {
    for (const answer of this.#all) if (answer.state === 'released') answer.goOn();
  }

  /** The interrupted ones aren't wanted any more. */
  dropInterrupted(): void {
    for (const answer of this.#all) if (answer.state === 'released') this.#drop(answer);
  }

  drop(responseId: string): void {
    const answer = this.#live.get(responseId);
    if (answer) this.#drop(answer);
  }

  dropAll(): void {
    for (const answer of this.#all) this.#drop(answer);
    this.#live.clear();
  }

  get #all(): readonly Answer[] {
    return [...this.#live.values()];
  }

  #drop(answer: Answer): void {
    answer.drop(this.#options.fadeMs);
    this.#forgetIfOver(answer);
  }

  #forgetIfOver({ responseId, state, complete }: Answer): void {
    if (state === 'over' && complete) this.#live.delete(responseId);
  }
}
