import type { EdgeRefusal } from '../../refusal/edge.ts';
import type { OfferLabels, RefusalFacts } from '../../refusal/refusal.ts';
import type { RefusalSentences } from '../../refusal/sentences.ts';
import type { ServiceFault } from '../../service/errors.ts';
import type { SetUpProblem } from '../../service/set-up-problem.ts';

/** What Discord itself can refuse while an answer is being written, as families that people can act on. */
export type DiscordFault = 'access' | 'place-gone' | 'file-too-large' | 'unavailable';

/**
 * The sentences that say no, in one language. The types see to it that every code has one: each says in plain words
 * what is the matter and what to do next.
 */
export interface ErrorWords {
  readonly refusals: RefusalSentences<RefusalFacts>;
  /** On the button that helps with a refusal. */
  readonly offers: OfferLabels;
  readonly service: { readonly [Fault in ServiceFault]: string };
  /** What the operator has to mend at the service. */
  readonly setUp: { readonly [Problem in SetUpProblem]: string };
  readonly discord: { readonly [Fault in DiscordFault]: string };
  readonly unexpected: string;
  /** In a server that the bot isn't for, before it leaves: why, and who to ask. */
  readonly farewell: string;
  /** For people who write to the bot in private. */
  readonly inPrivate: string;
  /** The small last line: our reference, and the service's request id where there is one. */
  footer(reference: string, requestId?: string): string;
  /** Discord's own name of a permission in this language, by its discord.js name (`AttachFiles`). */
  readonly permissions: Readonly<Record<string, string>>;
}

/** What of it is the edge's own; features bring the sentences of their refusals. */
export type EdgeErrorWords = Omit<ErrorWords, 'refusals'> & {
  readonly refusals: RefusalSentences<EdgeRefusal>;
};
