import type { RefusalFacts } from '../../refusal/refusal.ts';
import type { ServiceFault } from '../../service/errors.ts';

/** What Discord itself can refuse while an answer is being written, as families that people can act on. */
export type DiscordFault = 'access' | 'place-gone' | 'file-too-large' | 'unavailable';

/** One sentence for each code of a family of refusals. */
export type RefusalSentences<Facts extends RefusalFacts> = {
  readonly [Code in Facts['code']]: (facts: Extract<Facts, { readonly code: Code }>) => string;
};

/**
 * The sentences that say no, in one language. The types see to it that every code has one: each says in plain words
 * what is the matter and what to do next.
 */
export interface ErrorWords {
  readonly refusals: RefusalSentences<RefusalFacts>;
  readonly service: { readonly [Fault in ServiceFault]: string };
  readonly discord: { readonly [Fault in DiscordFault]: string };
  readonly unexpected: string;
  /** The small last line: our reference, and the service's request id where there is one. */
  footer(reference: string, requestId?: string): string;
  /** Discord's own name of a permission in this language, by its discord.js name (`AttachFiles`). */
  readonly permissions: Readonly<Record<string, string>>;
}
