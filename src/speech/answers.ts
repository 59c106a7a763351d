import type { Logger } from 'pino';
import { cutText, showAsIs } from '../discord/escape.ts';
import { noticeOf } from '../discord/failure-words.ts';
import { button, buttonRow, container, text } from '../discord/layout.ts';
import { LiveMessage } from '../discord/live-message.ts';
import type { MessageBody, Messenger } from '../discord/messenger.ts';
import type { Clock } from '../operations/clock.ts';
import type { AllowanceLeft } from '../refusal/spending.ts';
import { type Words, wordsFor } from '../words/index.ts';
import { speechColours } from './panel-page.ts';
import type { EndedUtterance, Utterance, UtteranceState } from './utterance.ts';
import { labelOf } from './voice-book.ts';
import type { SilenceReason } from './words/en.ts';

interface AnswerFacts {
  readonly voiceChannelId: string;
  /** How many texts come before this one. */
  readonly ahead: number;
  /** Why nobody can hear it right now. */
  readonly silenceReason?: SilenceReason | undefined;
  /** Everybody's panel stands in the same channel. */
  readonly isBesidePanel?: boolean;
  /** The tightest of the person's limits for today; absent if nothing is limited. */
  readonly allowance?: AllowanceLeft | undefined;
}

interface Drawing {
  readonly message: LiveMessage;
  readonly advice: readonly string[];
  state: UtteranceState;
}

/** Private answers to people about their texts, kept up to date as long as their tokens live. */
export class SpeechAnswers {
  readonly #messenger: Messenger;
  readonly #clock: Clock;
  readonly #log: Logger;
  readonly #factsOf: (utterance: Utterance) => Promise<AnswerFacts>;
  readonly #drawings = new Map<string, Drawing>();

  /** @param factsOf the facts an answer shows when it's drawn */
  constructor(
    messenger: Messenger,
    clock: Clock,
    log: Logger,
    factsOf: (utterance: Utterance) => Promise<AnswerFacts>,
  ) {
    this.#messenger = messenger;
    this.#clock = clock;
    this.#log = log;
    this.#factsOf = factsOf;
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
    const drawing: Drawing = {
      state,
      advice,
      message: new LiveMessage({
        place: { is: 'answer', panel: origin.answer },
        messenger: this.#messenger,
        clock: this.#clock,
        // The state after everything else is known, because it can change in the meantime.
        render: async () => {
          const facts = await this.#factsOf(utterance);
          return renderAnswer(utterance, drawing.state, facts, advice, wordsFor(utterance.locale));
        },
        onTrouble: (error) => this.#log.info({ err: error, reference }, "couldn't update an answer"),
      }),
    };
    this.#drawings.set(utterance.id, drawing);
    return drawing;
  }
}

const longestTextShown = 300;

/** A text's status, for the person who asked for it. */
function renderAnswer(
  utterance: Utterance,
  state: UtteranceState,
  facts: AnswerFacts,
  advice: readonly string[],
  words: Words,
): MessageBody {
  const { panel, buttons } = words.speech;
  const { request, id } = utterance;
  const hasEnded = state.is === 'ended';
  const lines = [
    `**${headline(utterance, state, facts, words)}**`,
    ...(facts.silenceReason && !hasEnded ? [panel.silenceReasons[facts.silenceReason]] : []),
    ...(hasEnded ? reasonOf(utterance, state, words) : []),
    ...advice,
  ];
  const small = [
    panel.in(facts.voiceChannelId),
    panel.voice(showAsIs(labelOf(request.voice), 80), request.model),
    panel.characters(utterance.reserved),
    ...(facts.allowance ? [words.spending.left(facts.allowance)] : []),
  ];
  const line = `-# ${small.join(' · ')}`;
  if (facts.isBesidePanel && isOnPanel(state, facts))
    return { components: [text([...lines, line].join('\n'))] };
  return {
    components: [
      container(
        [
          text(lines.join('\n')),
          text(showAsIs(cutText(utterance.spoken, longestTextShown), longestTextShown * 2)),
          text(line),
          ...(hasEnded ? [] : buttonRow([button('secondary', buttons.skip, 'speak', 'skip', id)])),
        ],
        hasEnded && state.end === 'failed' ? speechColours.failed : undefined,
      ),
    ],
  };
}

/** The panel has the text and its buttons, or had them; what wasn't read stays with its person. */
function isOnPanel(state: UtteranceState, { ahead }: AnswerFacts): boolean {
  if (state.is !== 'ended') return ahead === 0;
  return state.end === 'finished' || state.end === 'skipped';
}

function headline(
  { userId }: Utterance,
  state: UtteranceState,
  { ahead }: AnswerFacts,
  { speech }: Words,
): string {
  const { answer } = speech;
  if (state.is === 'speaking') return answer.speaking;
  if (state.is !== 'ended') return answer.waiting(ahead);
  const isOwnSkip = state.end === 'skipped' && state.by === userId;
  return answer.ended[state.end](isOwnSkip || !state.by ? undefined : `<@${state.by}>`);
}

/** Why it failed, with the reference. */
function reasonOf({ reference }: Utterance, { end, error }: EndedUtterance, words: Words): string[] {
  const notice = end === 'failed' ? noticeOf(error, words) : undefined;
  return notice ? [notice.sentence, words.errors.footer(reference, notice.requestId)] : [];
}
