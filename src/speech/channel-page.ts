import type { ReadAloud } from '../community/speech-settings.ts';
import { showAsIs } from '../discord/escape.ts';
import { container, text } from '../discord/layout.ts';
import type { MessageBody } from '../discord/messenger.ts';
import type { Words } from '../words/index.ts';

/** How a channel is read aloud, for moderators. */
export function renderReadAloud(
  channelId: string,
  reading: ReadAloud | undefined,
  words: Words,
  headline?: string,
): MessageBody {
  const { channel } = words.speech;
  const lines = reading ? linesOf(reading, words) : [channel.off];
  const shown = [headline ?? channel.title(channelId), ...lines];
  return {
    components: [container([text(shown.join('\n')), ...(reading ? [text(`-# ${channel.leaves}`)] : [])])],
  };
}

function linesOf(reading: ReadAloud, { speech: { channel } }: Words): readonly string[] {
  return [
    channel.into(reading.into),
    channel.naming[reading.naming],
    channel.maxSeconds(reading.maxSeconds),
    ...(reading.roleId === undefined ? [] : [channel.role(reading.roleId)]),
    ...(reading.inVoiceOnly ? [channel.inVoiceOnly] : []),
    ...(reading.automatic ? [channel.automatic] : []),
    ...(reading.emoji ? [] : [channel.withoutEmoji]),
    ...(reading.exceptPrefix === undefined ? [] : [channel.exceptPrefix(showAsIs(reading.exceptPrefix, 40))]),
    ...(reading.captions ? [channel.captions] : []),
  ].map((line) => `- ${line}`);
}
