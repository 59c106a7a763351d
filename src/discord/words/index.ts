import type { Language } from '../../language/languages.ts';
import type { RefusalFacts } from '../../refusal/refusal.ts';
import type { RefusalSentences } from '../../refusal/sentences.ts';
import type { CommandsWords } from './command-words.ts';
import type { EdgeErrorWords } from './errors.en.ts';

/** Every refusal: the edge's own, and those of all features. */
export type ErrorWords = Omit<EdgeErrorWords, 'refusals'> & {
  readonly refusals: RefusalSentences<RefusalFacts>;
};

/** What the edge says or registers, in one language. */
export interface EdgeWords {
  readonly locale: Language;
  readonly errors: ErrorWords;
  readonly commands: CommandsWords;
}
