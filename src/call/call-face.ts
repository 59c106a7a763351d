import type { Words } from '../words/index.ts';
import type { CallEnd } from './types.ts';

/** What each kind of call says in its own way. */
export interface CallSentences {
  /** For people who enter the voice channel later. */
  readonly invited: (mention: string, channelId: string) => string;
  /** In the channel, when it ended in a way that nobody there asked for; those of the room are told by the room. */
  readonly endNotices: Readonly<Record<Exclude<CallEnd, 'asked' | 'room' | 'shutting-down'>, string>>;
  /** In the channel, after the process was killed during a call. */
  readonly restarted: (channelId: string) => string;
}

/** What one kind of call is called by where people meet it. What both say alike stands in `words.call`. */
export interface CallFace {
  /** Its buttons are routed by that. */
  readonly route: string;
  /** Consents to be heard in it are kept under that: a yes to one kind says nothing about another. */
  readonly consent: string;
  readonly sentences: (words: Words) => CallSentences;
}
