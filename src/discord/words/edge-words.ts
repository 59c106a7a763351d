import type { Language } from '../../language/languages.ts';
import type { CommandWords } from './command-words.ts';
import type { ErrorWords } from './error-words.ts';

/** What the edge itself has to say or to register, in one language; features add theirs to it. */
export interface EdgeWords {
  readonly locale: Language;
  readonly errors: ErrorWords;
  /** By path: `video` for a command, `video text` for a subcommand. */
  readonly commands: Readonly<Record<string, CommandWords>>;
}
