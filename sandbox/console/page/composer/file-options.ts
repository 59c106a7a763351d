import { optionTypes } from '../wire/command.ts';
import type { CommandDraft } from './command-draft.ts';
import { addOption, entryOf, fill, focusOn, optionOf, placeAfterPick } from './command-draft.ts';

/** A draft with files in it, and how many didn't fit into any option. */
export interface Placed {
  readonly draft: CommandDraft;
  readonly unplaced: number;
}

/**
 * Puts files, in their order, into the attachment options that are still free: the one they were dropped on first, then
 * as the command declares them. Options that weren't chips yet become chips.
 */
export function placeFiles(draft: CommandDraft, files: readonly File[], droppedOn?: string): Placed {
  const free = draft.entry.options
    .filter((option) => option.type === optionTypes.attachment && option.name !== droppedOn)
    .filter((option) => !entryOf(draft, option.name).file)
    .map((option) => option.name);
  const isOption = droppedOn !== undefined && optionOf(draft, droppedOn)?.type === optionTypes.attachment;
  const places = isOption ? [droppedOn, ...free] : free;
  const placed = files.slice(0, places.length).reduce((current, file, index) => {
    const name = places[index] ?? '';
    return fill(addOption(current, name), name, { text: file.name, file });
  }, draft);
  const unplaced = Math.max(0, files.length - places.length);
  return { draft: placed === draft ? draft : focusOn(placed, placeAfterPick(placed)), unplaced };
}
