import type { CommandOption } from '../wire/command.ts';
import { optionTypes } from '../wire/command.ts';
import { pageWords } from '../words/current.ts';
import type { CommandEntry } from './command-catalog.ts';
import { choiceLabel, optionDescription, optionLabel } from './command-catalog.ts';
import type { CommandDraft } from './command-draft.ts';
import { entryOf, optionOf, tail, unusedOptions } from './command-draft.ts';
import { searchCommands } from './command-search.ts';

/** A row of the list above the composer. */
export interface PopupItem {
  readonly key: string;
  readonly label: string;
  readonly detail?: string;
  readonly value: string | number | boolean;
}

export type Popup =
  | { readonly kind: 'commands'; readonly entries: readonly CommandEntry[] }
  | { readonly kind: 'people'; readonly items: readonly PopupItem[] }
  | { readonly kind: 'options'; readonly items: readonly PopupItem[] }
  | {
      readonly kind: 'values';
      readonly option: string;
      readonly items: readonly PopupItem[];
      readonly loading: boolean;
      readonly failed: boolean;
    };

/** Suggestions of the application for the option being written. */
export interface Suggestions {
  readonly option: string;
  readonly state: 'loading' | 'ready' | 'failed';
  readonly items: readonly PopupItem[];
}

/** Users, roles and channels that fit what was typed; the page looks them up. */
export type FindEntities = (option: CommandOption, text: string) => readonly PopupItem[];

export function commandPopup(entries: readonly CommandEntry[], query: string): Popup {
  return { kind: 'commands', entries: searchCommands(entries, query) };
}

/** The list for the place that has the focus; undefined where there is nothing to pick. */
export function draftPopup(
  draft: CommandDraft,
  suggestions: Suggestions | undefined,
  find: FindEntities,
  locale: string,
): Popup | undefined {
  if (draft.focus === tail) return optionsPopup(draft, locale);
  const option = optionOf(draft, draft.focus);
  if (!option) return undefined;
  const entry = entryOf(draft, option.name);
  if (entry.value !== undefined) return undefined;
  if (option.autocomplete) return suggestionPopup(option.name, suggestions);
  const items = itemsFor(option, entry.text, find, locale);
  return items && { kind: 'values', option: option.name, items, loading: false, failed: false };
}

function optionsPopup(draft: CommandDraft, locale: string): Popup | undefined {
  const typed = draft.tailText.trim().toLowerCase();
  const items = unusedOptions(draft)
    .map((option) => ({
      key: option.name,
      label: optionLabel(option, locale),
      detail: optionDescription(option, locale),
      value: option.name,
    }))
    .filter((item) => item.label.toLowerCase().includes(typed) || item.key.includes(typed));
  return items.length > 0 ? { kind: 'options', items } : undefined;
}

function suggestionPopup(option: string, suggestions: Suggestions | undefined): Popup {
  const current = suggestions?.option === option ? suggestions : undefined;
  return {
    kind: 'values',
    option,
    items: current?.items ?? [],
    loading: !current || current.state === 'loading',
    failed: current?.state === 'failed',
  };
}

function itemsFor(
  option: CommandOption,
  text: string,
  find: FindEntities,
  locale: string,
): readonly PopupItem[] | undefined {
  const typed = text.trim().toLowerCase();
  if (option.choices && option.choices.length > 0) {
    return option.choices
      .map((choice) => ({
        key: String(choice.value),
        label: choiceLabel(choice, locale),
        value: choice.value,
      }))
      .filter((item) => item.label.toLowerCase().includes(typed));
  }
  switch (option.type) {
    case optionTypes.boolean:
      return [
        { key: 'true', label: pageWords().composer.yes, value: true },
        { key: 'false', label: pageWords().composer.no, value: false },
      ].filter(({ key, label }) => key.startsWith(typed) || label.toLowerCase().startsWith(typed));
    case optionTypes.user:
    case optionTypes.channel:
    case optionTypes.role:
    case optionTypes.mentionable:
      return find(option, typed);
    default:
      return undefined;
  }
}
