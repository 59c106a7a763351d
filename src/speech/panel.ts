import type { AllowanceLeft } from '../community/words/spending-words.ts';
import { showAsIs } from '../discord/escape.ts';
import { button, buttonRow, container, text } from '../discord/layout.ts';
import type { MessageBody } from '../discord/messenger.ts';
import type { RoomState } from '../voice/room/types.ts';
import type { Words } from '../words/index.ts';
import type { Utterance, UtteranceState } from './utterance.ts';
import { labelOf } from './voice-book.ts';
import type { SpeechObstacleWord } from './words/speech-words.ts';

export interface PanelFacts {
  readonly voiceChannelId: string;
  /** Texts that are said before this one. */
  readonly ahead: number;
  /** Why nothing is heard at the moment. */
  readonly obstacle?: SpeechObstacleWord | undefined;
  /** The tightest of what its person has left today; absent where nothing is limited. */
  readonly allowance?: AllowanceLeft | undefined;
}

const longestTextShown = 900;
const colours = { speaking: 0x5865f2, failed: 0xf23f43, hindered: 0xf0b232 };

/** How an utterance stands, for everybody in the channel. */
export function renderUtterance(
  utterance: Utterance,
  state: UtteranceState,
  facts: PanelFacts,
  words: Words,
): MessageBody {
  const { panel, buttons } = words.speech;
  const { request, userId, id } = utterance;
  const hasEnded = state.is === 'ended';
  const lines = [
    `**${headline(state, facts, `<@${userId}>`, words)}**`,
    ...(facts.obstacle && !hasEnded ? [panel.obstacles[facts.obstacle]] : []),
  ];
  const small = [
    panel.in(facts.voiceChannelId),
    panel.voice(showAsIs(labelOf(request.voice), 80), request.model),
    panel.characters(utterance.reserved),
    ...(facts.allowance ? [words.spending.left(facts.allowance)] : []),
    ...(hasEnded && state.end === 'failed' ? [panel.reference(utterance.reference)] : []),
  ];
  const controls = hasEnded
    ? []
    : buttonRow([
        button('secondary', buttons.skip, 'speak', 'skip', id),
        button('danger', buttons.stop, 'speak', 'stop', id),
      ]);
  return {
    components: [
      container(
        [
          text(lines.join('\n')),
          text(showAsIs(utterance.spoken, longestTextShown)),
          text(`-# ${small.join(' · ')}`),
          ...controls,
        ],
        colourOf(state, facts),
      ),
    ],
  };
}

/** What of a room's state keeps it from being heard. */
export function obstacleOf(state: RoomState): SpeechObstacleWord | undefined {
  if (state.is === 'muted' || state.is === 'suppressed') return state.is;
  return state.is === 'lost' || state.is === 'moved' ? 'lost' : undefined;
}

function headline(state: UtteranceState, { ahead }: PanelFacts, mention: string, words: Words): string {
  const { panel } = words.speech;
  if (state.is === 'ended') return panel.ended[state.end](mention);
  return state.is === 'speaking' ? panel.speaking(mention) : panel.waiting(mention, ahead);
}

function colourOf(state: UtteranceState, { obstacle }: PanelFacts): number | undefined {
  if (state.is === 'ended') return state.end === 'failed' ? colours.failed : undefined;
  return obstacle ? colours.hindered : colours.speaking;
}
