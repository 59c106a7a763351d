import { fitsFileTypes, typesInWords } from '../files/file-types.ts';
import type { CommandOption } from '../wire/command.ts';
import { optionTypes } from '../wire/command.ts';
import { pageWords } from '../words/current.ts';

/** What was entered for one option. `text` is what is read in the field, `value` what was picked from a list. */
export interface OptionEntry {
  readonly text: string;
  /** A choice's value, `true`/`false`, or the id of a user, channel or role. */
  readonly value?: string | number | boolean;
  readonly file?: File;
}

export const emptyEntry: OptionEntry = { text: '' };

/** Longest string Discord's client lets through when the command sets no limit. */
export const defaultMaxLength = 6000;

export type Judgement =
  | { readonly ok: true; readonly value: string | number | boolean | File | undefined }
  | { readonly ok: false; readonly problem: string };

/** Options whose value is picked from a list and cannot be typed freely. */
export function isPickedFromList(option: CommandOption): boolean {
  const { boolean, user, channel, role, mentionable } = optionTypes;
  return (
    (option.choices ?? []).length > 0 ||
    ([boolean, user, channel, role, mentionable] as readonly number[]).includes(option.type)
  );
}

/** Judges an entry by the limits that Discord's client checks before it sends. `undefined` is a value left out. */
export function judge(option: CommandOption, entry: OptionEntry): Judgement {
  if (option.type === optionTypes.attachment) {
    if (entry.file && !fitsFileTypes(entry.file.name, option.file_types))
      return problem(pageWords().composer.fileNotAllowed(typesInWords(option.file_types) ?? ''));
    if (entry.file) return { ok: true, value: entry.file };
    return option.required ? problem(pageWords().composer.chooseFile) : { ok: true, value: undefined };
  }
  if (entry.value !== undefined) return { ok: true, value: entry.value };
  if (entry.text.trim() === '') {
    return option.required ? problem(pageWords().composer.required) : { ok: true, value: undefined };
  }
  if (isPickedFromList(option)) return problem(pageWords().composer.chooseListed);
  if (option.type === optionTypes.integer) return judgeNumber(option, entry.text, true);
  if (option.type === optionTypes.number) return judgeNumber(option, entry.text, false);
  return judgeText(option, entry.text);
}

function judgeNumber(option: CommandOption, text: string, whole: boolean): Judgement {
  const trimmed = text.trim();
  const shape = whole ? /^[+-]?\d+$/ : /^[+-]?(\d+\.?\d*|\.\d+)$/;
  const value = Number(trimmed);
  const fits = whole ? Number.isSafeInteger(value) : Number.isFinite(value);
  if (!shape.test(trimmed) || !fits)
    return problem(whole ? pageWords().composer.integer : pageWords().composer.number);
  const { min_value: min, max_value: max } = option;
  if (min !== undefined && value < min) return problem(pageWords().composer.atLeast(min));
  if (max !== undefined && value > max) return problem(pageWords().composer.atMost(max));
  return { ok: true, value };
}

function judgeText(option: CommandOption, text: string): Judgement {
  const length = [...text].length;
  const max = option.max_length ?? defaultMaxLength;
  if (option.min_length !== undefined && length < option.min_length) {
    return problem(pageWords().composer.leastCharacters(option.min_length));
  }
  if (length > max) return problem(pageWords().composer.mostCharacters(max));
  return { ok: true, value: text };
}

function problem(text: string): Judgement {
  return { ok: false, problem: text };
}
