import type { CommandOption } from '../wire/command.ts';
import type { CommandEntry } from './command-catalog.ts';
import type { OptionEntry } from './option-value.ts';
import { emptyEntry, judge } from './option-value.ts';

/** The place after the last option, where more can be added. */
export const tail = Symbol('tail');
export type Focus = string | typeof tail;

/** A command being filled in. */
export interface CommandDraft {
  readonly entry: CommandEntry;
  /** Options shown as chips: all required ones, then what was added. */
  readonly shown: readonly string[];
  readonly entries: Readonly<Record<string, OptionEntry>>;
  readonly focus: Focus;
  /** What's typed after the last chip, to find another option. */
  readonly tailText: string;
  /** Options that were visited. Only these show their problems, or all of them once someone tried to send. */
  readonly visited: readonly string[];
  readonly tried: boolean;
}

export function startDraft(entry: CommandEntry): CommandDraft {
  const shown = entry.options.filter((option) => option.required).map((option) => option.name);
  return { entry, shown, entries: {}, focus: shown[0] ?? tail, tailText: '', visited: [], tried: false };
}

export function optionOf(draft: CommandDraft, name: string): CommandOption | undefined {
  return draft.entry.options.find((option) => option.name === name);
}

export function entryOf(draft: CommandDraft, name: string): OptionEntry {
  return draft.entries[name] ?? emptyEntry;
}

/** Optional options that are not chips yet. */
export function unusedOptions(draft: CommandDraft): readonly CommandOption[] {
  return draft.entry.options.filter((option) => !draft.shown.includes(option.name));
}

/** Puts a value in, typed or picked. */
export function fill(draft: CommandDraft, name: string, entry: OptionEntry): CommandDraft {
  return { ...draft, entries: { ...draft.entries, [name]: entry } };
}

export function focusOn(draft: CommandDraft, focus: Focus): CommandDraft {
  if (draft.focus === focus) return draft;
  const left = draft.focus;
  const visited =
    typeof left === 'string' && !draft.visited.includes(left) ? [...draft.visited, left] : draft.visited;
  return { ...draft, focus, visited };
}

export function addOption(draft: CommandDraft, name: string): CommandDraft {
  if (draft.shown.includes(name) || !optionOf(draft, name)) return draft;
  return focusOn({ ...draft, shown: [...draft.shown, name], tailText: '' }, name);
}

/** Removes an optional chip and goes to the one before it. Required ones are only emptied. */
export function removeOption(draft: CommandDraft, name: string): CommandDraft {
  const { [name]: _removed, ...entries } = draft.entries;
  const position = draft.shown.indexOf(name);
  if (optionOf(draft, name)?.required) {
    return { ...draft, entries, focus: draft.shown[position - 1] ?? name };
  }
  const shown = draft.shown.filter((other) => other !== name);
  return {
    ...draft,
    entries,
    shown,
    visited: draft.visited.filter((other) => other !== name),
    focus: shown[position - 1] ?? shown[0] ?? tail,
  };
}

/** The place Tab goes to after this one: the next chip, else the tail. */
export function nextPlace(draft: CommandDraft, from: Focus): Focus {
  if (from === tail) return tail;
  return draft.shown[draft.shown.indexOf(from) + 1] ?? tail;
}

export function previousPlace(draft: CommandDraft, from: Focus): Focus | undefined {
  if (from === tail) return draft.shown.at(-1);
  return draft.shown[draft.shown.indexOf(from) - 1];
}

/** Where to go once a value was picked: the next required option without one, else the tail. */
export function placeAfterPick(draft: CommandDraft): Focus {
  const missing = draft.shown.find((name) => {
    const option = optionOf(draft, name);
    return option && !judge(option, entryOf(draft, name)).ok;
  });
  return missing ?? tail;
}

/** All problems by option, shown yet or not. */
export function problemsOf(draft: CommandDraft): ReadonlyMap<string, string> {
  const problems = new Map<string, string>();
  for (const name of draft.shown) {
    const option = optionOf(draft, name);
    const judgement = option && judge(option, entryOf(draft, name));
    if (judgement && !judgement.ok) problems.set(name, judgement.problem);
  }
  return problems;
}

/** The problems to show now, without those of the option that's still being written. */
export function visibleProblems(draft: CommandDraft): ReadonlyMap<string, string> {
  const visible = new Map<string, string>();
  for (const [name, problem] of problemsOf(draft)) {
    const writing = draft.focus === name && entryOf(draft, name).text === '';
    if (draft.tried || (draft.visited.includes(name) && !writing)) visible.set(name, problem);
  }
  return visible;
}
