import {
  ApplicationCommandType,
  Locale,
  ApplicationCommandOptionType as Option,
} from 'discord-api-types/v10';
import { type FieldPath, FormErrors } from '../errors.ts';
import { checkFileTypes } from '../file-types.ts';
import { isObject, type JsonObject, objectsIn, textIn } from '../json.ts';
import { lengthOf } from '../text-length.ts';

const chatName = /^[-_'\p{L}\p{N}\p{sc=Deva}\p{sc=Thai}]{1,32}$/u;
const locales: ReadonlySet<string> = new Set(Object.values(Locale));
const largestCommand = 8000;

/** The rules of "Application Command Naming" and "Option Structure" that the schema does not carry. */
export function checkCommand(command: JsonObject, path: FieldPath, errors: FormErrors): void {
  const isChat = (command.type ?? ApplicationCommandType.ChatInput) === ApplicationCommandType.ChatInput;
  checkLocales(command, path, errors);
  const description = textIn(command.description) ?? '';
  if (isChat) {
    checkName(command, path, errors, 'APPLICATION_COMMAND_INVALID_NAME', 'Command name is invalid');
    if (description === '')
      errors.add([...path, 'description'], 'BASE_TYPE_REQUIRED', 'This field is required');
  } else {
    if (description !== '')
      errors.add(
        [...path, 'description'],
        'APPLICATION_COMMAND_CONTEXT_MENU_DESCRIPTION_INVALID',
        'Context menu commands cannot have description',
      );
    if (objectsIn(command.options).length > 0)
      errors.add(
        [...path, 'options'],
        'APPLICATION_COMMAND_CONTEXT_MENU_OPTIONS_INVALID',
        'Context menu commands cannot have options',
      );
  }
  checkOptions(objectsIn(command.options), [...path, 'options'], errors, 0);
  if (sizeOf(command) > largestCommand)
    errors.add(path, 'APPLICATION_COMMAND_TOO_LARGE', `Command exceeds maximum size (${largestCommand})`);
}

function checkName(
  item: JsonObject,
  path: FieldPath,
  errors: FormErrors,
  code: string,
  message: string,
): void {
  const localized = isObject(item.name_localizations) ? item.name_localizations : {};
  const valid = (name: unknown): boolean =>
    typeof name === 'string' && chatName.test(name) && name === name.toLowerCase();
  if (!valid(item.name)) errors.add([...path, 'name'], code, message);
  for (const [locale, name] of Object.entries(localized))
    if (!valid(name)) errors.add([...path, 'name_localizations', locale], code, message);
}

const withChoices: ReadonlySet<unknown> = new Set([Option.String, Option.Integer, Option.Number]);

/** "choices" and "autocomplete" are for texts and numbers. The schemas of the other types don't know them and would drop them. */
export function checkMisplaced(body: unknown): void {
  const errors = new FormErrors();
  const look = (item: JsonObject, path: FieldPath): void => {
    for (const [index, option] of objectsIn(item.options).entries()) {
      const at = [...path, 'options', index];
      if (!withChoices.has(option.type)) {
        if (objectsIn(option.choices).length > 0)
          errors.add(
            [...at, 'choices'],
            'APPLICATION_COMMAND_OPTIONS_CHOICES_INVALID',
            'Choices are for options of type STRING, INTEGER and NUMBER only',
          );
        if (option.autocomplete === true)
          errors.add(
            [...at, 'autocomplete'],
            'APPLICATION_COMMAND_OPTIONS_AUTOCOMPLETE_INVALID',
            'Autocomplete is for options of type STRING, INTEGER and NUMBER only',
          );
      }
      look(option, at);
    }
  };
  if (Array.isArray(body)) for (const [index, command] of objectsIn(body).entries()) look(command, [index]);
  else if (isObject(body)) look(body, []);
  errors.throwIfAny();
}

function checkLocales(item: JsonObject, path: FieldPath, errors: FormErrors): void {
  for (const field of ['name_localizations', 'description_localizations'] as const) {
    for (const locale of Object.keys(isObject(item[field]) ? item[field] : {}))
      if (!locales.has(locale))
        errors.add(
          [...path, field, locale],
          'DICT_TYPE_KEY_INVALID',
          `"${locale}" is not a supported locale.`,
        );
  }
}

const isGroup = (option: JsonObject): boolean =>
  option.type === Option.Subcommand || option.type === Option.SubcommandGroup;

function checkOptions(
  options: readonly JsonObject[],
  path: FieldPath,
  errors: FormErrors,
  depth: number,
): void {
  if (options.some(isGroup) && !options.every(isGroup))
    errors.add(
      path,
      'APPLICATION_COMMAND_OPTIONS_TYPE_INVALID',
      'Sub-command and sub-command group option types are mutually exclusive to all other types',
    );
  const names = options.map((option) => option.name);
  let optionalSeen = false;
  for (const [index, option] of options.entries()) {
    const at = [...path, index];
    checkName(option, at, errors, 'APPLICATION_COMMAND_OPTIONS_NAME_INVALID', 'Option name is invalid');
    checkLocales(option, at, errors);
    if (names.indexOf(option.name) < index)
      errors.add(
        [...at, 'name'],
        'APPLICATION_COMMAND_OPTIONS_NAME_ALREADY_EXISTS',
        'The name of a child option is not unique',
      );
    if (option.required === true && optionalSeen)
      errors.add(
        at,
        'APPLICATION_COMMAND_OPTIONS_REQUIRED_INVALID',
        'Required options must be placed before non-required options',
      );
    optionalSeen ||= option.required !== true;
    if (isGroup(option)) checkNested(option, at, errors, depth);
    else checkOption(option, at, errors);
    checkFileTypes(option, at, errors);
  }
}

function checkNested(option: JsonObject, path: FieldPath, errors: FormErrors, depth: number): void {
  if (option.type === Option.SubcommandGroup && depth > 0)
    errors.add(
      [...path, 'type'],
      'APPLICATION_COMMAND_OPTIONS_TYPE_INVALID',
      'Sub-command groups cannot be nested',
    );
  checkOptions(objectsIn(option.options), [...path, 'options'], errors, depth + 1);
}

function checkOption(option: JsonObject, path: FieldPath, errors: FormErrors): void {
  const choices = objectsIn(option.choices);
  if (option.autocomplete === true && choices.length > 0)
    errors.add(
      path,
      'APPLICATION_COMMAND_OPTIONS_CHOICES_INVALID',
      'Autocomplete and choices are mutually exclusive',
    );
  for (const [low, high] of [
    ['min_value', 'max_value'],
    ['min_length', 'max_length'],
  ] as const) {
    const [least, most] = [option[low], option[high]];
    if (typeof least === 'number' && typeof most === 'number' && least > most)
      errors.add([...path, low], 'NUMBER_TYPE_MAX', `int value should be less than or equal to ${most}.`);
  }
  const names = choices.map((choice) => choice.name);
  for (const [index, choice] of choices.entries()) {
    checkLocales(choice, [...path, 'choices', index], errors);
    if (typeof choice.value === 'string' && lengthOf(choice.value) > 100)
      errors.add(
        [...path, 'choices', index, 'value'],
        'BASE_TYPE_MAX_LENGTH',
        'Must be 100 or fewer in length.',
      );
    if (names.indexOf(choice.name) < index)
      errors.add(
        [...path, 'choices', index],
        'APPLICATION_COMMAND_OPTIONS_CHOICE_NAME_ALREADY_EXISTS',
        'Choice names must be unique',
      );
  }
}

/** Characters of names, descriptions and values, the longest localisation of each counting. */
function sizeOf(item: JsonObject): number {
  const longest = (field: 'name' | 'description'): number => {
    const localized = item[`${field}_localizations`];
    const all = [item[field], ...Object.values(isObject(localized) ? localized : {})];
    return Math.max(...all.map((text) => (typeof text === 'string' ? text.length : 0)));
  };
  const value = typeof item.value === 'string' ? item.value.length : 0;
  const inner = [...objectsIn(item.options), ...objectsIn(item.choices)];
  return (
    longest('name') + longest('description') + value + inner.reduce((sum, part) => sum + sizeOf(part), 0)
  );
}
