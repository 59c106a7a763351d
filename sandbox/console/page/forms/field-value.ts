import { fitsFileTypes, typesInWords } from '../files/file-types.ts';
import type { ModalField } from '../wire/component.ts';
import { componentTypes } from '../wire/component.ts';
import { pageWords } from '../words/current.ts';

/** What was entered into one field of a modal. */
export type FieldValue =
  | { readonly kind: 'text'; readonly text: string }
  | { readonly kind: 'chosen'; readonly values: readonly string[] }
  | { readonly kind: 'checked'; readonly checked: boolean }
  | { readonly kind: 'files'; readonly files: readonly File[] };

/** The value a field opens with. */
export function initialValue(field: ModalField): FieldValue {
  switch (field.type) {
    case componentTypes.textInput:
      return { kind: 'text', text: field.value ?? '' };
    case componentTypes.checkbox:
      return { kind: 'checked', checked: field.default ?? false };
    case componentTypes.fileUpload:
      return { kind: 'files', files: [] };
    case componentTypes.radioGroup:
    case componentTypes.checkboxGroup:
    case componentTypes.stringSelect:
      return { kind: 'chosen', values: (field.options ?? []).filter((o) => o.default).map((o) => o.value) };
    default:
      return { kind: 'chosen', values: (field.default_values ?? []).map((value) => value.id) };
  }
}

/** The sentence that says what is wrong; undefined when the value may be sent. */
export function judgeField(field: ModalField, value: FieldValue): string | undefined {
  switch (value.kind) {
    case 'text':
      return field.type === componentTypes.textInput ? judgeText(field, value.text) : undefined;
    case 'checked':
      return undefined;
    case 'files':
      return judgeFileTypes(field, value.files) ?? judgeCount(field, value.files.length, 'file');
    case 'chosen':
      return judgeCount(field, value.values.length, 'option');
  }
}

function judgeFileTypes(field: ModalField, files: readonly File[]): string | undefined {
  if (field.type !== componentTypes.fileUpload) return undefined;
  const strange = files.find((file) => !fitsFileTypes(file.name, field.file_types));
  return strange && pageWords().forms.notAllowed(strange.name, typesInWords(field.file_types) ?? '');
}

function judgeText(field: Extract<ModalField, { type: 4 }>, text: string): string | undefined {
  const length = [...text].length;
  const { min_length: min, max_length: max } = field;
  if (length === 0) return field.required === false ? undefined : pageWords().forms.required;
  if (min !== undefined && length < min) return pageWords().forms.least(min);
  if (max !== undefined && length > max) return pageWords().forms.most(max);
  return undefined;
}

/** The fewest and the most values a field takes. An optional field may always stay empty. */
export function countLimits(field: ModalField): { readonly min: number; readonly max: number } {
  switch (field.type) {
    case componentTypes.radioGroup:
      return { min: field.required === false ? 0 : 1, max: 1 };
    case componentTypes.checkboxGroup:
      return { min: field.min_values ?? 1, max: field.max_values ?? field.options.length };
    case componentTypes.textInput:
    case componentTypes.checkbox:
      return { min: 0, max: 1 };
    default:
      return { min: field.min_values ?? 1, max: field.max_values ?? 1 };
  }
}

function judgeCount(field: ModalField, count: number, noun: string): string | undefined {
  const { min, max } = countLimits(field);
  const optional = 'required' in field && field.required === false;
  if (count === 0 && (optional || min === 0)) return undefined;
  if (count === 0) return pageWords().forms.required;
  if (count < min) return pageWords().forms.chooseLeast(min, noun);
  if (count > max) return pageWords().forms.chooseMost(max, noun);
  return undefined;
}
