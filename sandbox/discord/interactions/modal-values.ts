import { ComponentType } from 'discord-api-types/v10';
import type { Upload } from '../attachments.ts';
import type { Core } from '../core.ts';
import { type FieldPath, FormErrors } from '../errors.ts';
import { fitsFileTypes } from '../file-types.ts';
import { isObject, type JsonObject, objectsIn } from '../json.ts';
import { isSelect, walk } from '../messages/components.ts';
import { lengthOf } from '../text-length.ts';
import type { Channel } from '../world/model.ts';
import { areChoosable } from './component-use.ts';
import { Resolved } from './resolved.ts';
import type { OpenModal } from './store.ts';

interface Filling {
  readonly userId: string;
  readonly channel: Channel;
  readonly uploads: ReadonlyMap<string, Upload>;
}

/** Checks what was typed into a modal against its fields. Returns the interaction's data. Throws 50035. */
export function checkedModal(
  core: Core,
  filling: Filling,
  modal: OpenModal,
  submitted: readonly JsonObject[],
): JsonObject {
  const errors = new FormErrors();
  const resolved = new Resolved(core, filling.channel, filling.userId);
  const answers = new Map([...walk(submitted)].map(({ component }) => [component.custom_id, component]));
  const fill = (field: JsonObject, path: FieldPath): JsonObject => {
    const value = filledIn(field, answers.get(field.custom_id), filling.uploads, resolved);
    if (value === undefined) errors.add(path, 'COMPONENT_VALIDATION_FAILED', 'Component validation failed');
    return { type: field.type, id: field.id, custom_id: field.custom_id, ...value };
  };
  const components = modal.components.map((component, index) => {
    const path = ['data', 'components', index];
    const shared = { type: component.type, id: component.id };
    if (component.type === ComponentType.ActionRow)
      return { ...shared, components: objectsIn(component.components).map((field) => fill(field, path)) };
    return isObject(component.component) ? { ...shared, component: fill(component.component, path) } : shared;
  });
  errors.throwIfAny();
  return { custom_id: modal.customId, components, ...resolved.wire() };
}

/** The field's `value` or `values`; undefined when it may not be left like this. */
function filledIn(
  field: JsonObject,
  answer: JsonObject | undefined,
  uploads: ReadonlyMap<string, Upload>,
  resolved: Resolved,
): JsonObject | undefined {
  const values = Array.isArray(answer?.values) ? answer.values.map(String) : [];
  const required = field.required !== false;
  if (field.type === ComponentType.TextInput) return textValue(field, answer?.value, required);
  if (isSelect(field)) {
    const empty = values.length === 0 && !required;
    return empty || areChoosable(field, values, resolved) ? { values } : undefined;
  }
  if (field.type === ComponentType.FileUpload) return files(field, values, uploads, resolved, required);
  if (field.type === ComponentType.Checkbox) return { value: answer?.value === true };
  return chosen(field, answer, values, required);
}

function textValue(field: JsonObject, value: unknown, required: boolean): JsonObject | undefined {
  const text = typeof value === 'string' ? value : '';
  if (text === '') return required ? undefined : { value: '' };
  const least = Number(field.min_length ?? 0);
  const most = Number(field.max_length ?? 4000);
  const length = lengthOf(text);
  return length >= least && length <= most ? { value: text } : undefined;
}

function files(
  field: JsonObject,
  indexes: readonly string[],
  uploads: ReadonlyMap<string, Upload>,
  resolved: Resolved,
  required: boolean,
): JsonObject | undefined {
  const least = required ? Number(field.min_values ?? 1) : 0;
  const found = indexes.map((index) => uploads.get(index)).filter((upload) => upload !== undefined);
  if (found.length < indexes.length || found.length < least || found.length > Number(field.max_values ?? 1))
    return undefined;
  if (!found.every(({ filename }) => fitsFileTypes(filename, field))) return undefined;
  return { values: found.map((upload) => resolved.addUpload(upload)) };
}

/** Radio groups have one value, checkbox groups several. */
function chosen(
  field: JsonObject,
  answer: JsonObject | undefined,
  values: readonly string[],
  required: boolean,
): JsonObject | undefined {
  const options = new Set(objectsIn(field.options).map((option) => option.value));
  if (field.type === ComponentType.CheckboxGroup) {
    const least = required ? Number(field.min_values ?? 1) : 0;
    const most = Number(field.max_values ?? options.size);
    const isUnique = new Set(values).size === values.length;
    const fits =
      isUnique &&
      values.length >= least &&
      values.length <= most &&
      values.every((value) => options.has(value));
    return fits ? { values } : undefined;
  }
  const value = answer?.value ?? null;
  return options.has(value) || (value === null && !required) ? { value } : undefined;
}
