import { ComponentType } from 'discord-api-types/v10';
import { type FieldPath, FormErrors } from '../errors.ts';
import { checkFileTypes } from '../file-types.ts';
import { type JsonObject, objectsIn, textIn } from '../json.ts';
import { checkBounds, checkIds, checkStringSelect, isSelect, walk } from '../messages/components.ts';
import { lengthOf } from '../text-length.ts';

const mostComponents = 5;

/** The rules of a modal that its schema doesn't say. Throws 50035. */
export function checkModal(components: readonly JsonObject[]): void {
  const errors = new FormErrors();
  const root: FieldPath = ['data', 'components'];
  if (components.length > mostComponents)
    errors.add(root, 'BASE_TYPE_BAD_LENGTH', `Must be between 1 and ${mostComponents} in length.`);
  const all = [...walk(components, root)];
  checkIds(all, errors);
  for (const { component, path } of all) {
    if (component.type === ComponentType.ActionRow) checkRow(component, path, errors);
    if (component.type === ComponentType.TextInput) checkText(component, path, errors);
    else checkBounds(component, path, 'values', errors);
    if (isSelect(component)) checkStringSelect(component, path, errors);
    checkLeast(component, path, errors);
    checkFileTypes(component, path, errors);
  }
  errors.throwIfAny();
}

/** What an input starts with has to fit into it. */
function checkText(input: JsonObject, path: FieldPath, errors: FormErrors): void {
  checkBounds(input, path, 'length', errors);
  const length = lengthOf(textIn(input.value) ?? '');
  const [least, most] = [Number(input.min_length ?? 0), Number(input.max_length ?? 4000)];
  const at = [...path, 'value'];
  if (length > most) errors.add(at, 'BASE_TYPE_MAX_LENGTH', `Must be ${most} or fewer in length.`);
  else if (length > 0 && length < least)
    errors.add(at, 'BASE_TYPE_MIN_LENGTH', `Must be ${least} or more in length.`);
}

/** One input, with a label of its own. */
function checkRow(row: JsonObject, path: FieldPath, errors: FormErrors): void {
  const inputs = objectsIn(row.components);
  if (inputs.length > 1)
    errors.add(
      [...path, 'components'],
      'COMPONENT_LAYOUT_WIDTH_EXCEEDED',
      'The specified component exceeds the maximum width.',
    );
  for (const [index, { label }] of inputs.entries())
    if (!label)
      errors.add([...path, 'components', index, 'label'], 'BASE_TYPE_REQUIRED', 'This field is required');
}

/** "`min_values` must be either omitted or at least `1` if `required` is omitted or `true`." */
function checkLeast(component: JsonObject, path: FieldPath, errors: FormErrors): void {
  if (!isSelect(component) && component.type !== ComponentType.FileUpload) return;
  if (component.required === false || component.min_values !== 0) return;
  errors.add([...path, 'min_values'], 'NUMBER_TYPE_MIN', 'int value should be greater than or equal to 1.');
}
