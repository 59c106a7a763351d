import type { Choice, CommandOption } from '../wire/command.ts';
import { optionTypes } from '../wire/command.ts';
import type { CommandEntry } from './command-catalog.ts';
import type { CommandDraft } from './command-draft.ts';
import { entryOf, optionOf } from './command-draft.ts';
import { judge } from './option-value.ts';

export interface SentOption {
  readonly type: number;
  readonly name: string;
  readonly value?: string | number | boolean;
  readonly focused?: true;
  readonly options?: readonly SentOption[];
}

/** `data` of a command interaction, and the files that its attachment options name by index. */
export interface CommandPayload {
  readonly data: {
    readonly version: string;
    readonly id: string;
    readonly guild_id?: string;
    readonly name: string;
    /** 1 chat input, 2 user, 3 message. */
    readonly type: number;
    /** What a context-menu command was used on. */
    readonly target_id?: string;
    readonly options: readonly SentOption[];
    readonly attachments: readonly { readonly id: string; readonly filename: string }[];
  };
  readonly files: readonly File[];
}

/** The interaction of a complete draft. */
export function commandPayload(draft: CommandDraft): CommandPayload {
  const files: File[] = [];
  const options: SentOption[] = [];
  for (const name of draft.shown) {
    const option = optionOf(draft, name);
    const judgement = option && judge(option, entryOf(draft, name));
    if (!option || !judgement?.ok || judgement.value === undefined) continue;
    const { value } = judgement;
    if (value instanceof File) {
      options.push({ type: option.type, name, value: String(files.length) });
      files.push(value);
    } else {
      options.push({ type: option.type, name, value });
    }
  }
  return { data: dataOf(draft.entry, options, files), files };
}

/** The interaction that asks for suggestions: everything entered so far, with the option being written marked. */
export function autocompletePayload(draft: CommandDraft, focused: string): CommandPayload {
  const options = draft.shown.flatMap((name): SentOption[] => {
    const option = optionOf(draft, name);
    if (!option || option.type === optionTypes.attachment) return [];
    const entry = entryOf(draft, name);
    if (name === focused) return [{ type: option.type, name, value: entry.text, focused: true }];
    const judgement = judge(option, entry);
    if (!judgement.ok || judgement.value === undefined || judgement.value instanceof File) return [];
    return [{ type: option.type, name, value: judgement.value }];
  });
  return { data: dataOf(draft.entry, options, []), files: [] };
}

/** Suggestions as the application sent them, as rows to pick from. */
export function suggestionItems(
  choices: readonly Choice[],
): readonly { key: string; label: string; value: string | number }[] {
  return choices.map((choice) => ({
    key: String(choice.value),
    label: choice.name_localized ?? choice.name,
    value: choice.value,
  }));
}

function dataOf(
  entry: CommandEntry,
  options: readonly SentOption[],
  files: readonly File[],
): CommandPayload['data'] {
  const { command } = entry;
  return {
    version: command.version,
    id: command.id,
    ...(command.guild_id && { guild_id: command.guild_id }),
    name: command.name,
    type: 1,
    options: nested(command.options ?? [], entry.path.slice(1), options),
    attachments: files.map((file, index) => ({ id: String(index), filename: file.name })),
  };
}

/** Wraps the options into the groups and subcommands on the way to them. */
function nested(
  declared: readonly CommandOption[],
  path: readonly string[],
  options: readonly SentOption[],
): readonly SentOption[] {
  const [name, ...rest] = path;
  const branch = name === undefined ? undefined : declared.find((option) => option.name === name);
  if (!branch) return options;
  return [{ type: branch.type, name: branch.name, options: nested(branch.options ?? [], rest, options) }];
}
