import type { ModalComponent, ModalField } from '../wire/component.ts';
import { componentTypes } from '../wire/component.ts';
import type { FieldValue } from './field-value.ts';
import { initialValue, judgeField } from './field-value.ts';

/** A modal as INTERACTION_MODAL_CREATE carries it. */
export interface Modal {
  readonly id: string;
  readonly nonce?: string;
  readonly channel_id: string;
  readonly custom_id: string;
  readonly title: string;
  readonly components: readonly ModalComponent[];
  readonly application: { readonly id: string; readonly name?: string };
}

/** A part of the dialog: words, or a field with its label. */
export type FormPart =
  | { readonly kind: 'words'; readonly key: string; readonly content: string }
  | {
      readonly kind: 'field';
      readonly key: string;
      readonly label: string;
      readonly description: string | undefined;
      readonly field: ModalField;
    };

export type FormValues = Readonly<Record<string, FieldValue>>;

/** What the dialog shows, in the order of the components; kinds the page does not know are left out. */
export function formParts(modal: Modal): readonly FormPart[] {
  return modal.components.flatMap((component, index): FormPart[] => {
    switch (component.type) {
      case componentTypes.textDisplay:
        return [{ kind: 'words', key: `words-${index}`, content: component.content }];
      case componentTypes.label:
        return [
          {
            kind: 'field',
            key: component.component.custom_id,
            label: component.label,
            description: component.description,
            field: component.component,
          },
        ];
      case componentTypes.actionRow:
        return component.components.flatMap((input): FormPart[] =>
          input.type === componentTypes.textInput
            ? [
                {
                  kind: 'field',
                  key: input.custom_id,
                  label: input.label ?? '',
                  description: undefined,
                  field: input,
                },
              ]
            : [],
        );
      default:
        return [];
    }
  });
}

export function initialValues(parts: readonly FormPart[]): FormValues {
  return Object.fromEntries(
    parts.flatMap((part) => (part.kind === 'field' ? [[part.key, initialValue(part.field)]] : [])),
  );
}

/** What is wrong, by custom id. */
export function formProblems(parts: readonly FormPart[], values: FormValues): ReadonlyMap<string, string> {
  const problems = new Map<string, string>();
  for (const part of parts) {
    if (part.kind !== 'field') continue;
    const problem = judgeField(part.field, values[part.key] ?? initialValue(part.field));
    if (problem) problems.set(part.key, problem);
  }
  return problems;
}

interface SentField {
  readonly type: number;
  readonly custom_id: string;
  readonly value?: string | boolean | null;
  readonly values?: readonly string[];
}

/** `data.components` of a modal submit interaction, shaped as the modal was, and its files by index. */
export function submission(
  modal: Modal,
  values: FormValues,
): {
  readonly components: readonly unknown[];
  readonly attachments: readonly unknown[];
  readonly files: readonly File[];
} {
  const files: File[] = [];
  const sent = (field: ModalField) => sentField(field, values[field.custom_id] ?? initialValue(field), files);
  const components = modal.components.map((component) => {
    switch (component.type) {
      case componentTypes.label:
        return { type: component.type, component: sent(component.component) };
      case componentTypes.actionRow:
        return {
          type: component.type,
          components: component.components.flatMap((input) =>
            input.type === componentTypes.textInput ? [sent(input)] : [],
          ),
        };
      default:
        return { type: component.type };
    }
  });
  const attachments = files.map((file, index) => ({ id: String(index), filename: file.name }));
  return { components, attachments, files };
}

function sentField(field: ModalField, value: FieldValue, files: File[]): SentField {
  const head = { type: field.type, custom_id: field.custom_id };
  switch (value.kind) {
    case 'text':
      return { ...head, value: value.text };
    case 'checked':
      return { ...head, value: value.checked };
    case 'chosen':
      return field.type === componentTypes.radioGroup
        ? { ...head, value: value.values[0] ?? null }
        : { ...head, values: value.values };
    case 'files': {
      const ids = value.files.map((file) => {
        files.push(file);
        return String(files.length - 1);
      });
      return { ...head, values: ids };
    }
  }
}
