import { cutText, showAsIs } from '../discord/escape.ts';
import { button, buttonRow, container, text } from '../discord/layout.ts';
import type { MessageBody } from '../discord/messenger.ts';
import type { RoomState } from '../voice/room/types.ts';
import type { Words } from '../words/index.ts';
import type { QueuedText } from './room-speech.ts';
import type { EndedUtterance, Utterance } from './utterance.ts';
import { labelOf } from './voice-book.ts';
import type { SilenceReason } from './words/en.ts';

/** What's being read in a room, and what was read last. */
export interface RoomLook {
  readonly voiceChannelId: string;
  readonly line: readonly QueuedText[];
  readonly last?: EndedText | undefined;
  /** Why nobody can hear it right now. */
  readonly silenceReason?: SilenceReason | undefined;
  /** What has been said so far of a text with captions. */
  readonly captionOf: (utterance: Utterance) => string | undefined;
}

export interface EndedText {
  readonly utterance: Utterance;
  readonly state: EndedUtterance;
}

/** Where a panel is, and what it may show of the room. */
export interface PanelView {
  /** The id in its buttons, different for each panel. */
  readonly id: string;
  readonly shows: (utterance: Utterance) => boolean;
}

export const speechColours = { speaking: 0x5865f2, failed: 0xf23f43, hindered: 0xf0b232 };

const longestTextShown = 900;
const longestNextShown = 80;
const nextShown = 3;

/** What's being read in a room, for everyone in a channel. */
export function renderPanel(look: RoomLook, view: PanelView, words: Words): MessageBody {
  const { panel, buttons } = words.speech;
  const [now, ...next] = look.line;
  const utterance = now?.utterance ?? look.last?.utterance;
  const isShown = utterance !== undefined && view.shows(utterance);
  const lines = [
    `**${headline(look, view, words)}**`,
    ...(look.silenceReason && now ? [panel.silenceReasons[look.silenceReason]] : []),
    ...(now && look.last && isNews(look.last) ? [endOf(look.last, view, words)] : []),
  ];
  const small = [
    panel.in(look.voiceChannelId),
    ...(isShown
      ? [panel.voice(showAsIs(labelOf(utterance.request.voice), 80), utterance.request.model)]
      : []),
  ];
  const controls = now
    ? buttonRow([
        button('secondary', buttons.skip, 'speak', 'skip', now.utterance.id),
        button('danger', buttons.stop, 'speak', 'stop', view.id),
        ...(isShown ? [button('secondary', buttons.report, 'report', 'message', '-')] : []),
      ])
    : [];
  const heard = isShown ? [text(heardOf(utterance, look))] : [];
  return {
    components: [
      container(
        [
          text(lines.join('\n')),
          ...heard,
          ...(next.length > 0 ? [text(nextLines(next, view, words))] : []),
          text(`-# ${small.join(' · ')}`),
          ...controls,
        ],
        colourOf(look),
      ),
    ],
    silent: true,
  };
}

/** What keeps a room from being heard, by its state. */
export function silenceReasonOf(state: RoomState): SilenceReason | undefined {
  if (state.is === 'muted' || state.is === 'suppressed') return state.is;
  return state.is === 'lost' || state.is === 'moved' ? 'lost' : undefined;
}

function headline({ line: [now], last }: RoomLook, view: PanelView, words: Words): string {
  const { panel } = words.speech;
  if (!now) return last ? endOf(last, view, words) : panel.starting(undefined);
  const whose = whoseOf(now.utterance, view);
  return now.state.is === 'speaking' ? panel.speaking(whose) : panel.starting(whose);
}

function heardOf(utterance: Utterance, { captionOf }: RoomLook): string {
  const caption = captionOf(utterance);
  return caption === undefined
    ? showAsIs(utterance.spoken, longestTextShown)
    : `💬 ${showAsIs(caption, longestTextShown) || '…'}`;
}

function nextLines(next: readonly QueuedText[], view: PanelView, { speech: { panel } }: Words): string {
  const rows = next.slice(0, nextShown).map(({ utterance }) => {
    if (!view.shows(utterance)) return panel.elsewhere;
    const shown = showAsIs(cutText(utterance.spoken, longestNextShown), longestNextShown * 2);
    return `<@${utterance.userId}> · ${shown}`;
  });
  const more = next.length - rows.length;
  return [`**${panel.next}**`, ...rows, ...(more > 0 ? [panel.more(more)] : [])].join('\n');
}

/** Whether it's worth a line while the next text is read. */
function isNews({ utterance, state }: EndedText): boolean {
  return state.end === 'failed' || (state.end === 'skipped' && wasSkippedByOther(utterance, state));
}

function wasSkippedByOther({ userId }: Utterance, { by }: EndedUtterance): boolean {
  return by !== undefined && by !== userId;
}

function endOf({ utterance, state }: EndedText, view: PanelView, { speech: { panel } }: Words): string {
  const whose = whoseOf(utterance, view);
  if (state.end === 'failed') return panel.failed(whose === undefined ? [] : [whose]);
  if (state.end !== 'skipped') return panel.finished(whose);
  return panel.skipped(whose, wasSkippedByOther(utterance, state) ? `<@${state.by}>` : undefined);
}

function whoseOf(utterance: Utterance, { shows }: PanelView): string | undefined {
  return shows(utterance) ? `<@${utterance.userId}>` : undefined;
}

function colourOf({ line, last, silenceReason }: RoomLook): number | undefined {
  if (line.length === 0) return last?.state.end === 'failed' ? speechColours.failed : undefined;
  return silenceReason ? speechColours.hindered : speechColours.speaking;
}
