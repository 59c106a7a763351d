import type { CommandEntry } from './command-catalog.ts';
import type { CommandDraft, Focus } from './command-draft.ts';
import {
  addOption,
  entryOf,
  fill,
  focusOn,
  nextPlace,
  optionOf,
  placeAfterPick,
  previousPlace,
  problemsOf,
  removeOption,
  startDraft,
  tail,
} from './command-draft.ts';
import { commandQuery, spelledOut } from './command-search.ts';
import { placeFiles } from './file-options.ts';
import { mentionQuery, withName } from './mentions.ts';
import { draftOf, type Offer, entryOf as offeredEntry } from './offer.ts';
import type { FindEntities, Popup, PopupItem, Suggestions } from './popup.ts';
import { commandPopup, draftPopup } from './popup.ts';

/** Where the composer is: writing (a message, or the name of a command), or filling a command in. */
export type ComposerState =
  | { readonly mode: 'writing'; readonly text: string; readonly active: number; readonly dismissed: boolean }
  | {
      readonly mode: 'command';
      readonly draft: CommandDraft;
      readonly active: number;
      readonly dismissed: boolean;
      readonly suggestions: Suggestions | undefined;
    };

/** What the machine looks at besides its state. */
export interface ComposerContext {
  readonly catalog: readonly CommandEntry[];
  readonly locale: string;
  readonly find: FindEntities;
  /** Who can be mentioned here and fits what was typed. */
  readonly people: (text: string) => readonly PopupItem[];
}

export type ComposerEvent =
  | { readonly kind: 'typed'; readonly text: string }
  | { readonly kind: 'typed-in'; readonly place: Focus; readonly text: string }
  | { readonly kind: 'file'; readonly option: string; readonly file: File | undefined }
  | { readonly kind: 'files'; readonly files: readonly File[]; readonly droppedOn: string | undefined }
  | { readonly kind: 'focused'; readonly place: Focus }
  | {
      readonly kind: 'pressed';
      readonly key: 'up' | 'down' | 'enter' | 'tab' | 'shift-tab' | 'escape' | 'backspace';
    }
  | { readonly kind: 'picked'; readonly index: number }
  | { readonly kind: 'removed'; readonly option: string }
  | { readonly kind: 'offered'; readonly offer: Offer }
  | { readonly kind: 'suggested'; readonly suggestions: Suggestions };

/** `send`: the command is complete and was asked for. `handled` false: the key does what it usually does. */
export interface Step {
  readonly state: ComposerState;
  readonly handled: boolean;
  readonly send?: CommandDraft;
  /** Files that fit into no option. */
  readonly unplaced?: number;
}

export const emptyComposer: ComposerState = writing('');

function writing(text: string): ComposerState {
  return { mode: 'writing', text, active: 0, dismissed: false };
}

/** The list that's open in a state, if any. */
export function popupOf(state: ComposerState, context: ComposerContext): Popup | undefined {
  if (state.dismissed) return undefined;
  if (state.mode === 'command')
    return draftPopup(state.draft, state.suggestions, context.find, context.locale);
  const person = mentionQuery(state.text);
  if (person !== undefined) return peoplePopup(context.people(person));
  const query = commandQuery(state.text);
  if (query === undefined || context.catalog.length === 0) return undefined;
  const popup = commandPopup(context.catalog, query);
  return popup.kind === 'commands' && popup.entries.length > 0 ? popup : undefined;
}

function peoplePopup(items: readonly PopupItem[]): Popup | undefined {
  return items.length > 0 ? { kind: 'people', items } : undefined;
}

/** One step of the composer. Pure: the page only draws the state and carries `send` out. */
export function step(state: ComposerState, event: ComposerEvent, context: ComposerContext): Step {
  switch (event.kind) {
    case 'typed':
      return still(typed(event.text, context));
    case 'typed-in':
      return still(typedIn(state, event.place, event.text));
    case 'file':
      return still(withFile(state, event.option, event.file));
    case 'files':
      return withFiles(state, event.files, event.droppedOn);
    case 'focused':
      return still(moveTo(state, event.place));
    case 'picked':
      return pick(state, event.index, context);
    case 'removed':
      return still(withDraft(state, (draft) => removeOption(draft, event.option)));
    case 'offered':
      return still(offered(state, event.offer, context));
    case 'suggested':
      return still(suggested(state, event.suggestions));
    case 'pressed':
      return pressed(state, event.key, context);
  }
}

function offered(state: ComposerState, offer: Offer, context: ComposerContext): ComposerState {
  const entry = offeredEntry(offer, context.catalog);
  // People who were offered something want to see it, not what else there is.
  return entry ? { ...atDraft(draftOf(offer, entry), undefined), dismissed: true } : state;
}

function still(state: ComposerState): Step {
  return { state, handled: true };
}

function typed(text: string, context: ComposerContext): ComposerState {
  const entry = spelledOut(context.catalog, text);
  return entry ? begin(entry) : writing(text);
}

function begin(entry: CommandEntry): ComposerState {
  return atDraft(startDraft(entry), undefined);
}

/** After the last chip nothing is chosen until an arrow key is pressed, because Enter sends there. */
function atDraft(draft: CommandDraft, suggestions: Suggestions | undefined): ComposerState {
  return { mode: 'command', draft, active: draft.focus === tail ? -1 : 0, dismissed: false, suggestions };
}

function withDraft(state: ComposerState, change: (draft: CommandDraft) => CommandDraft): ComposerState {
  return state.mode === 'command' ? atDraft(change(state.draft), state.suggestions) : state;
}

function typedIn(state: ComposerState, place: Focus, text: string): ComposerState {
  return withDraft(state, (draft) => {
    const here = focusOn(draft, place);
    return place === tail ? { ...here, tailText: text } : fill(here, place, { text });
  });
}

function withFile(state: ComposerState, option: string, file: File | undefined): ComposerState {
  return withDraft(state, (draft) => {
    const shown = addOption(draft, option);
    if (!file) return fill(shown, option, { text: '' });
    const filled = fill(shown, option, { text: file.name, file });
    return focusOn(filled, placeAfterPick(filled));
  });
}

function withFiles(state: ComposerState, files: readonly File[], droppedOn: string | undefined): Step {
  if (state.mode !== 'command') return { state, handled: false };
  const { draft, unplaced } = placeFiles(state.draft, files, droppedOn);
  return { state: atDraft(draft, state.suggestions), handled: true, unplaced };
}

function moveTo(state: ComposerState, place: Focus): ComposerState {
  if (state.mode !== 'command' || state.draft.focus === place) return state;
  return atDraft(focusOn(state.draft, place), state.suggestions);
}

function suggested(state: ComposerState, suggestions: Suggestions): ComposerState {
  if (state.mode !== 'command' || state.draft.focus !== suggestions.option) return state;
  return { ...state, suggestions, active: 0 };
}

function lengthOf(popup: Popup | undefined): number {
  if (!popup) return 0;
  return popup.kind === 'commands' ? popup.entries.length : popup.items.length;
}

function pick(state: ComposerState, index: number, context: ComposerContext): Step {
  const popup = popupOf(state, context);
  if (!popup) return { state, handled: false };
  if (popup.kind === 'commands') {
    const entry = popup.entries[index];
    return entry ? still(begin(entry)) : { state, handled: false };
  }
  const item = popup.items[index];
  if (!item) return { state, handled: false };
  if (state.mode === 'writing') return still(writing(withName(state.text, item.label)));
  return still(withDraft(state, (draft) => picked(draft, popup, item)));
}

function picked(draft: CommandDraft, popup: Popup, item: PopupItem): CommandDraft {
  if (popup.kind === 'options') return addOption(draft, item.key);
  if (popup.kind !== 'values') return draft;
  const filled = fill(draft, popup.option, { text: item.label, value: item.value });
  return focusOn(filled, placeAfterPick(filled));
}

type Key = Extract<ComposerEvent, { kind: 'pressed' }>['key'];

function pressed(state: ComposerState, key: Key, context: ComposerContext): Step {
  const popup = popupOf(state, context);
  const count = lengthOf(popup);
  switch (key) {
    case 'up':
    case 'down':
      if (count === 0) return { state, handled: false };
      return still({ ...state, active: turned(state.active, key === 'down' ? 1 : -1, count) });
    case 'enter':
      if (count > 0 && state.active >= 0) return pick(state, Math.min(state.active, count - 1), context);
      return enter(state);
    case 'tab':
      if (count > 0 && state.active >= 0) return pick(state, Math.min(state.active, count - 1), context);
      return tabbed(state, context);
    case 'shift-tab':
      return backTabbed(state);
    case 'escape':
      return escaped(state, popup !== undefined);
    case 'backspace':
      return erased(state);
  }
}

function turned(active: number, by: number, count: number): number {
  if (active < 0) return by > 0 ? 0 : count - 1;
  return (active + by + count) % count;
}

function enter(state: ComposerState): Step {
  if (state.mode === 'writing') return { state, handled: false };
  const problems = problemsOf(state.draft);
  const [first] = problems.keys();
  if (first === undefined) return { state, handled: true, send: state.draft };
  return still(withDraft(state, (draft) => ({ ...focusOn(draft, first), tried: true })));
}

function tabbed(state: ComposerState, context: ComposerContext): Step {
  if (state.mode === 'writing') return { state, handled: false };
  const { focus } = state.draft;
  if (focus === tail) {
    const finding = state.draft.tailText.trim() !== '' && lengthOf(popupOf(state, context)) > 0;
    return finding ? pick(state, 0, context) : { state, handled: false };
  }
  return still(moveTo(state, nextPlace(state.draft, focus)));
}

function backTabbed(state: ComposerState): Step {
  if (state.mode === 'writing') return { state, handled: false };
  const place = previousPlace(state.draft, state.draft.focus);
  return place === undefined ? { state, handled: false } : still(moveTo(state, place));
}

/** The first Escape closes the list, the next one leaves the command. */
function escaped(state: ComposerState, open: boolean): Step {
  if (open) return still({ ...state, dismissed: true });
  return state.mode === 'command' ? still(emptyComposer) : { state, handled: false };
}

/** Backspace in an empty place removes the chip before it; in the first place it leaves the command. */
function erased(state: ComposerState): Step {
  if (state.mode === 'writing') return { state, handled: false };
  const { draft } = state;
  if (draft.focus === tail) {
    if (draft.tailText !== '') return { state, handled: false };
    const last = draft.shown.at(-1);
    if (last === undefined) return still(writing(`/${draft.entry.label}`));
    return still(moveTo(state, last));
  }
  const entry = entryOf(draft, draft.focus);
  if (entry.value !== undefined || entry.file) {
    return still(withDraft(state, (current) => fill(current, String(current.focus), { text: '' })));
  }
  if (entry.text !== '') return { state, handled: false };
  const required = optionOf(draft, draft.focus)?.required === true;
  if (required && previousPlace(draft, draft.focus) === undefined) {
    return still(writing(`/${draft.entry.label}`));
  }
  return still(withDraft(state, (current) => removeOption(current, String(current.focus))));
}
