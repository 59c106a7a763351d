import type { FeedBody } from '../discord/feed-message.ts';
import { messageText } from './reading/message-text.ts';
import type { ReferenceNames } from './reading/references.ts';
import { spokenText } from './reading/spoken-text.ts';
import type { ReadingPhrases } from './words/reading-phrases.ts';

/** What somebody wants said. */
export interface TextAsk {
  readonly text: string;
  /** Who and what is meant by ids in it. */
  readonly names: ReferenceNames;
  /** A whole message instead of the text: its files and the like are named. */
  readonly message?: FeedBody | undefined;
  readonly ssml?: boolean | undefined;
  readonly captions?: boolean | undefined;
  /** In the voice of those who chose nothing, instead of the person's own. */
  readonly asGuild?: boolean | undefined;
}

/** The text as it should sound. */
export function cleaned(ask: TextAsk, phrases: ReadingPhrases, now: number): string {
  const reading = { phrases, emoji: true, now };
  return ask.message
    ? messageText(ask.message, reading)
    : spokenText(ask.text, { ...reading, names: ask.names });
}
