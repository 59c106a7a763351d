import { Answer, type AnswerOptions } from './answer.ts';

export interface AnswersOptions extends Pick<AnswerOptions, 'mouth' | 'onLine' | 'onCall' | 'onLeakedCall'> {
  readonly fadeMs: number;
  /** The bot may have become audible or silent, or an answer is over. */
  readonly onChange: (answer: Answer) => void;
}

/**
 * Answers that aren't over yet, in the order people hear them: one runs at the service, earlier ones may still be
 * playing.
 */
export class Answers {
  readonly #options: AnswersOptions;
  readonly #live = new Map<string, Answer>();

  constructor(options: AnswersOptions) {
    this.#options = options;
  }

  /** The one that people hear right now. */
  get audible(): Answer | undefined {
    return this.#all.find(({ audible }) => audible);
  }

  /** One is held, or still to come. */
  get pending(): boolean {
    return this.#all.some((answer) => answer.state === 'held' || !answer.complete);
  }

  get busy(): boolean {
    return this.#live.size > 0;
  }

  begin(options: Pick<AnswerOptions, 'responseId' | 'turn' | 'atMs'>): Answer {
    const { mouth, onLine, onCall, onLeakedCall, onChange } = this.#options;
    const answer = new Answer({
      ...options,
      mouth,
      onLine,
      onCall,
      onLeakedCall,
      onChange: (changed) => {
        if (changed.state === 'over' && changed.complete) this.#live.delete(changed.responseId);
        onChange(changed);
      },
    });
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
    if (answer?.state === 'over') this.#live.delete(responseId);
    return answer;
  }

  /** Nothing more will come for the ones that the service hasn't finished. */
  endAll(): void {
    for (const answer of this.#all) if (!answer.complete) this.end(answer.responseId, []);
  }

  show(): void {
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
    if (answer.complete) this.#live.delete(answer.responseId);
  }
}
