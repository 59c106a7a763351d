import type { Select } from '../wire/component.ts';

/** One line of a select's list. */
export interface SelectRow {
  readonly value: string;
  readonly label: string;
  readonly detail: string | undefined;
  readonly emoji: string | undefined;
}

/** What a select shows before anybody touched it. */
export function chosenAtFirst(select: Select): readonly string[] {
  const fromOptions = (select.options ?? []).filter((option) => option.default).map((option) => option.value);
  return fromOptions.length > 0 ? fromOptions : (select.default_values ?? []).map((value) => value.id);
}

export function mayChooseMore(select: Select, chosen: readonly string[]): boolean {
  return chosen.length < (select.max_values ?? 1);
}

/** What's chosen after a press on a row: a single choice is replaced, several are added up to the limit. */
export function toggled(select: Select, chosen: readonly string[], value: string): readonly string[] {
  const single = (select.max_values ?? 1) === 1;
  if (chosen.includes(value)) {
    const required = single && (select.min_values ?? 1) > 0 && select.required !== false;
    return required ? chosen : chosen.filter((other) => other !== value);
  }
  if (single) return [value];
  return mayChooseMore(select, chosen) ? [...chosen, value] : chosen;
}
