import type { Logger } from 'pino';
import { LiveMessage } from '../discord/live-message.ts';
import type { Messenger } from '../discord/messenger.ts';
import type { Clock } from '../operations/clock.ts';
import { wordsFor } from '../words/index.ts';
import { type AnswerFacts, renderAnswer } from './answer-page.ts';
import type { Utterance, UtteranceState } from './utterance.ts';

interface SpeechAnswersParts {
  readonly messenger: Messenger;
  readonly clock: Clock;
  readonly log: Logger;
  /** The facts an answer shows when it's drawn. */
  readonly factsOf: (utterance: Utterance) => Promise<AnswerFacts>;
}

interface Drawing {
  readonly message: LiveMessage;
  readonly advice: readonly string[];
  state: UtteranceState;
}

/** Private answers to people about their texts, kept up to date as long as their tokens live. */
export class SpeechAnswers {
  readonly #parts: SpeechAnswersParts;
  readonly #drawings = new Map<string, Drawing>();

  constructor(parts: SpeechAnswersParts) {
    this.#parts = parts;
  }

  /**
   * Shows the state. Text that was read from a channel has no answer.
   * @param advice what the person should know from the start
   */
  show(utterance: Utterance, state: UtteranceState, advice: readonly string[] = []): void {
    const drawing = this.#drawings.get(utterance.id) ?? this.#open(utterance, state, advice);
    if (!drawing) return;
    drawing.state = state;
    drawing.message.refresh();
    if (state.is === 'ended') void drawing.message.settled().then(() => this.#drawings.delete(utterance.id));
  }

  /** Redraws an answer because something around its text changed. */
  refresh(utteranceId: string): void {
    this.#drawings.get(utteranceId)?.message.refresh();
  }

  /** Resolves when everything is shown, as far as Discord allows, without pauses between edits. */
  async finish(): Promise<void> {
    await Promise.all([...this.#drawings.values()].map(({ message }) => message.finish()));
  }

  #open(utterance: Utterance, state: UtteranceState, advice: readonly string[]): Drawing | undefined {
    const { origin, reference } = utterance;
    if (origin.is !== 'asked') return undefined;
    const { messenger, clock, log, factsOf } = this.#parts;
    const drawing: Drawing = {
      state,
      advice,
      message: new LiveMessage({
        place: { is: 'answer', panel: origin.answer },
        messenger,
        clock,
        // The state after everything else is known, because it can change in the meantime.
        render: async () => {
          const facts = await factsOf(utterance);
          return renderAnswer(utterance, drawing.state, facts, advice, wordsFor(origin.locale));
        },
        onTrouble: (error) => log.info({ err: error, reference }, "couldn't update an answer"),
      }),
    };
    this.#drawings.set(utterance.id, drawing);
    return drawing;
  }
}
