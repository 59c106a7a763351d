import type { Words } from '../words/index.ts';
import type { CallEnd } from './types.ts';

/** The sentences that differ between kinds of calls. */
export interface CallSentences {
  /** For people who enter the voice channel later. */
  readonly invited: (mention: string, channelId: string) => string;
  /** Said in the channel if a call ends without anyone there asking for it. The room explains its own reasons. */
  readonly endNotices: Readonly<Record<Exclude<CallEnd, 'asked' | 'room' | 'shutting-down'>, string>>;
  /** Said in the channel if the process was killed during a call. */
  readonly restarted: (channelId: string) => string;
}

/** How a kind of call appears to people. What all kinds have in common is in `words.call`. */
export interface CallFace {
  /** The feature that its buttons are routed by. */
  readonly route: string;
  /** What consents to be heard are kept under: a yes to one kind says nothing about another. */
  readonly consent: string;
  readonly sentences: (words: Words) => CallSentences;
}
