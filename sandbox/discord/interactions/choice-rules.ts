import { ApplicationCommandOptionType as Option } from 'discord-api-types/v10';
import { type FieldPath, FormErrors } from '../errors.ts';
import { type JsonObject, objectsIn } from '../json.ts';
import { lengthOf } from '../text-length.ts';

const mostCharacters = 100;

/** The suggestions of an autocomplete must be of the option's own type, and short. Throws 50035. */
export function checkChoices(options: unknown, choices: readonly JsonObject[]): void {
  const errors = new FormErrors();
  const type = focused(objectsIn(options))?.type;
  for (const [index, { value }] of choices.entries()) {
    const path: FieldPath = ['data', 'choices', index, 'value'];
    if (type === Option.String) checkText(value, path, errors);
    else if (type === Option.Integer && !Number.isSafeInteger(value))
      errors.add(path, 'NUMBER_TYPE_COERCE', `Value "${String(value)}" is not int.`);
    else if (type === Option.Number && typeof value !== 'number')
      errors.add(path, 'NUMBER_TYPE_COERCE', `Value "${String(value)}" is not float.`);
  }
  errors.throwIfAny();
}

function checkText(value: unknown, path: FieldPath, errors: FormErrors): void {
  if (typeof value !== 'string')
    errors.add(path, 'STRING_TYPE_CONVERT', `Could not interpret "${String(value)}" as string.`);
  else if (lengthOf(value) > mostCharacters)
    errors.add(path, 'BASE_TYPE_MAX_LENGTH', `Must be ${mostCharacters} or fewer in length.`);
}

function focused(options: readonly JsonObject[]): JsonObject | undefined {
  return options
    .flatMap((option) => [option, ...objectsIn(option.options).flatMap(withInner)])
    .find((option) => option.focused === true);
}

function withInner(option: JsonObject): readonly JsonObject[] {
  return [option, ...objectsIn(option.options)];
}
