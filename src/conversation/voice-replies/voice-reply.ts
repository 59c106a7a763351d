import type { AttachedSound } from '../../discord/attached-sound.ts';

/** A person answered one of the bot's messages with a voice message. */
export interface VoiceReplyRequest {
  /** The voice message's. */
  readonly id: string;
  readonly reference: string;
  readonly guildId: string;
  readonly channelId: string;
  /** The person who speaks, and pays. */
  readonly userId: string;
  /** The language of the server, which everyone there reads. */
  readonly locale: string;
  readonly sound: AttachedSound;
}

/** `never`: they said that they're never to be heard. */
export type VoiceReplyStop = 'person' | 'deleted' | 'never' | 'restart';

/** `heard` is what they said, as far as the service told. `answered` without an answer: it didn't catch a word. */
export type VoiceReplyState =
  | { readonly is: 'waiting' }
  | { readonly is: 'hearing' }
  | { readonly is: 'answering'; readonly heard: string; readonly answer: string }
  | { readonly is: 'answered'; readonly heard: string; readonly answer: string }
  | { readonly is: 'stopped'; readonly why: VoiceReplyStop }
  | { readonly is: 'failed'; readonly error: unknown };

/** Longer ones are refused before anything is sent. */
export const longestReplyMs = 3 * 60_000;
