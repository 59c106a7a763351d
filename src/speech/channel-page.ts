import type { ReadAloud } from '../community/settings-pages.ts';
import { showAsIs } from '../discord/escape.ts';
import { container, text } from '../discord/layout.ts';
import type { MessageBody } from '../discord/messenger.ts';
import type { Words } from '../words/index.ts';

/** How a text channel is read aloud, for a member who asks. */
export interface ReadingView {
  readonly channelId: string;
  /** If absent, it isn't read. */
  readonly reading: ReadAloud | undefined;
  /** Whether they can see the voice channel it's read into. */
  readonly seesInto: boolean;
  /** What just happened. */
  readonly headline?: string | undefined;
}

/** How a channel is read aloud, for everyone who sees it. */
export function renderReadAloud(view: ReadingView, words: Words): MessageBody {
  const { channel } = words.speech;
  return {
    components: [container([text(readingText(view, channel.off, words)), ...smallPrint(view, words)])],
  };
}

/** @param off what to say if it isn't read */
export function readingText(view: ReadingView, off: string, words: Words): string {
  const { channel } = words.speech;
  const { channelId, reading, headline } = view;
  const lines = reading ? linesOf(reading, view, words) : [off];
  return [headline ?? channel.title(channelId), ...lines].join('\n');
}

export function smallPrint({ reading }: ReadingView, { speech }: Words) {
  return reading ? [text(`-# ${speech.channel.leaves}`)] : [];
}

function linesOf(reading: ReadAloud, { seesInto }: ReadingView, { speech }: Words): readonly string[] {
  const { channel } = speech;
  return [
    reading.into !== undefined && !seesInto ? channel.intoHidden : channel.into(reading.into),
    channel.naming[reading.naming],
    channel.maxSeconds(reading.maxSeconds),
    ...(reading.roleId === undefined ? [] : [channel.role(reading.roleId)]),
    ...(reading.inVoiceOnly ? [channel.inVoiceOnly] : []),
    ...(reading.automatic ? [channel.automatic] : []),
    ...(reading.emoji ? [] : [channel.withoutEmoji]),
    ...(reading.exceptPrefix === undefined ? [] : [channel.exceptPrefix(showAsIs(reading.exceptPrefix, 40))]),
    ...(reading.captions ? [channel.captions] : []),
    ...(reading.comings ? [channel.comings] : []),
  ].map((line) => `- ${line}`);
}
