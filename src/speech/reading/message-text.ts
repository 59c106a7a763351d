import type { FeedFile, FeedMessage } from '../../discord/message-feed.ts';
import type { ReadingPhrases } from '../words/reading.en.ts';
import { spokenName } from './names.ts';
import { canBeSaid, oneLine, spokenText } from './spoken-text.ts';

interface MessageReading {
  readonly phrases: ReadingPhrases;
  readonly emoji: boolean;
  readonly now: number;
}

type Content = Omit<FeedMessage['body'], 'forwarded'> & {
  readonly forwarded?: FeedMessage['body'] | undefined;
};

/**
 * Everything in a message that can be read: its text, and its files, stickers, poll and forwarded message by name.
 * Empty if there's nothing.
 */
export function messageText(body: Content, reading: MessageReading): string {
  const { phrases } = reading;
  const text = spokenText(body.content, { ...reading, names: body.names });
  const parts = [
    ...(canBeSaid(text) ? [text] : []),
    ...fileParts(body.files, phrases),
    ...body.stickers.map((name) => phrases.sticker(spokenName(name) ?? '').trim()),
    ...(body.poll === undefined
      ? []
      : [phrases.poll(spokenText(body.poll, { ...reading, names: body.names }))]),
    ...(body.forwarded ? [phrases.forwarded(messageText(body.forwarded, reading))] : []),
  ];
  if (parts.length === 0 && body.hasEmbeds) return phrases.embed;
  return oneLine(parts.join('\n'));
}

const kinds = [
  ['image', 'images'],
  ['video', 'videos'],
  ['sound', 'sounds'],
  ['other', 'files'],
] as const;

function fileParts(files: readonly FeedFile[], phrases: ReadingPhrases): string[] {
  const shown = files.filter(({ spoiler }) => !spoiler);
  const hidden = files.length - shown.length;
  const named = kinds.flatMap(([kind, phrase]) => {
    const count = shown.filter((file) => file.kind === kind).length;
    return count > 0 ? [phrases[phrase](count)] : [];
  });
  return hidden > 0 ? [...named, phrases.hiddenFiles(hidden)] : named;
}
