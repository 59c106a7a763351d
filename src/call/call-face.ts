import type { Words } from '../words/index.ts';
import type { CallSentences } from './words/call-words.ts';

/** What one kind of call is called by where people meet it. What both say alike stands in `words.call`. */
export interface CallFace {
  /** Its buttons are routed by that. */
  readonly route: string;
  /** Consents to be heard in it are kept under that: a yes to one kind says nothing about another. */
  readonly consent: string;
  readonly sentences: (words: Words) => CallSentences;
}
