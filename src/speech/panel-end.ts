import type { RoomEnd } from '../voice/room/types.ts';
import type { Words } from '../words/index.ts';
import type { Utterance } from './utterance.ts';

/** How a room ended, if people must know. */
export type PanelEnd =
  | { readonly is: 'stopped'; readonly by: string }
  | { readonly is: 'left'; readonly unfinished: readonly Utterance[]; readonly why?: RoomEnd | undefined };

/** What a panel knows about cut-off texts, and what it may show of them. */
interface LastLook {
  readonly voiceChannelId: string;
  readonly shows: (utterance: Utterance) => boolean;
  readonly hasFailed: boolean;
  /** People whose texts failed. */
  readonly failed: ReadonlySet<string>;
}

const mostNamed = 10;

/** All that a panel still says; undefined if it's deleted. */
export function lastLineOf(end: PanelEnd | undefined, look: LastLook, words: Words): string | undefined {
  const { panel } = words.speech;
  if (end?.is === 'stopped') return panel.stopped(`<@${end.by}>`);
  const unfinished = unfinishedOf(end);
  if (unfinished.length === 0) return look.hasFailed ? panel.failed(mentions([...look.failed])) : undefined;
  const whose = mentions(unfinished.filter(look.shows).map(({ userId }) => userId));
  const why = whyOf(end);
  const facts = { channelId: look.voiceChannelId, permissions: '' };
  return why === undefined
    ? panel.left(unfinished.length, whose)
    : panel.leftBecause(words.voice.ends[why](facts), unfinished.length, whose);
}

/** Whether that line says why the room ended. */
export function tellsWhy(end: PanelEnd | undefined): boolean {
  return whyOf(end) !== undefined && unfinishedOf(end).length > 0;
}

/** A missing permission is the room's to report, since it knows which one. */
function whyOf(end: PanelEnd | undefined): RoomEnd | undefined {
  return end?.is === 'left' && end.why !== 'not-permitted' ? end.why : undefined;
}

function unfinishedOf(end: PanelEnd | undefined): readonly Utterance[] {
  return end?.is === 'left' ? end.unfinished.filter(({ origin }) => origin.is === 'asked') : [];
}

function mentions(userIds: readonly string[]): readonly string[] {
  return [...new Set(userIds)].slice(0, mostNamed).map((userId) => `<@${userId}>`);
}
