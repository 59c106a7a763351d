import { cutText, showAsIs } from '../discord/escape.ts';
import { noticeOf } from '../discord/failure-words.ts';
import { button, buttonRow, container, text } from '../discord/layout.ts';
import type { MessageBody } from '../discord/messenger.ts';
import type { AllowanceLeft } from '../refusal/spending.ts';
import type { Words } from '../words/index.ts';
import { speechColours } from './obstacle.ts';
import type { EndedUtterance, Utterance, UtteranceState } from './utterance.ts';
import { labelOf } from './voice-book.ts';
import type { SpeechObstacleWord } from './words/en.ts';

export interface AnswerFacts {
  readonly voiceChannelId: string;
  /** How many texts come before this one. */
  readonly ahead: number;
  /** Why nobody can hear it right now. */
  readonly obstacle?: SpeechObstacleWord | undefined;
  /** The tightest of the person's limits for today; absent if nothing is limited. */
  readonly allowance?: AllowanceLeft | undefined;
}

const longestTextShown = 300;

/** A text's status, for the person who asked for it. */
export function renderAnswer(
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
    ...(facts.obstacle && !hasEnded ? [panel.obstacles[facts.obstacle]] : []),
    ...(hasEnded ? reasonOf(utterance, state, words) : []),
    ...advice,
  ];
  const small = [
    panel.in(facts.voiceChannelId),
    panel.voice(showAsIs(labelOf(request.voice), 80), request.model),
    panel.characters(utterance.reserved),
    ...(facts.allowance ? [words.spending.left(facts.allowance)] : []),
  ];
  const controls = hasEnded ? [] : buttonRow([button('secondary', buttons.skip, 'speak', 'skip', id)]);
  return {
    components: [
      container(
        [
          text(lines.join('\n')),
          text(showAsIs(cutText(utterance.spoken, longestTextShown), longestTextShown * 2)),
          text(`-# ${small.join(' · ')}`),
          ...controls,
        ],
        hasEnded && state.end === 'failed' ? speechColours.failed : undefined,
      ),
    ],
  };
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
