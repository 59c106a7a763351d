import { entryOf, optionOf } from './command-draft.ts';
import type { ComposerState } from './composer-state.ts';

/**
 * The option for which the application should be asked now: the one being written, when it is new there or anything in
 * the command changed, since what is offered may depend on other options. Undefined when nothing is to be asked.
 */
export function suggestionNeed(before: ComposerState, after: ComposerState): string | undefined {
  if (after.mode !== 'command' || typeof after.draft.focus !== 'string') return undefined;
  const { draft } = after;
  const option = optionOf(draft, after.draft.focus);
  if (!option?.autocomplete || entryOf(draft, option.name).value !== undefined) return undefined;
  const same =
    before.mode === 'command' &&
    before.draft.focus === draft.focus &&
    before.draft.entries === draft.entries &&
    before.draft.shown === draft.shown;
  return same ? undefined : option.name;
}
