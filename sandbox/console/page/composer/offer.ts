import { pageWords } from '../words/current.ts';
import type { CommandEntry } from './command-catalog.ts';
import { addOption, type CommandDraft, fill, focusOn, startDraft, tail } from './command-draft.ts';

/** A command that someone is offered to try, with its options as they would type them. */
export interface Offer {
  readonly path: readonly string[];
  readonly options: Readonly<Record<string, string | boolean>>;
}

export function entryOf({ path }: Offer, catalog: readonly CommandEntry[]): CommandEntry | undefined {
  return catalog.find((entry) => entry.path.join(' ') === path.join(' '));
}

/** The command filled in, ready to be sent. */
export function draftOf({ options }: Offer, entry: CommandEntry): CommandDraft {
  let draft = startDraft(entry);
  for (const [name, value] of Object.entries(options)) {
    const text =
      typeof value === 'boolean' ? (value ? pageWords().composer.yes : pageWords().composer.no) : value;
    draft = fill(addOption(draft, name), name, typeof value === 'boolean' ? { text, value } : { text });
  }
  return focusOn(draft, tail);
}
