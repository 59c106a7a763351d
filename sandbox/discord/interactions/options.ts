import { ApplicationCommandOptionType as Option } from 'discord-api-types/v10';
import type { Upload } from '../attachments.ts';
import type { Core } from '../core.ts';
import { type FieldPath, FormErrors } from '../errors.ts';
import { fitsFileTypes } from '../file-types.ts';
import { type JsonObject, objectsIn, textIn } from '../json.ts';
import { lengthOf } from '../text-length.ts';
import type { Channel } from '../world/model.ts';
import { Resolved } from './resolved.ts';

export interface OptionInput {
  readonly core: Core;
  readonly channel: Channel;
  readonly userId: string;
  readonly uploads: ReadonlyMap<string, Upload>;
  /** While someone is still typing, required options may be missing and values unfinished. */
  readonly unfinished: boolean;
}

interface Walk extends OptionInput {
  readonly errors: FormErrors;
  readonly resolved: Resolved;
}

/**
 * Checks the options that a person's client sent against the command's definition, as Discord does before a bot sees
 * them, and replaces upload indexes by attachment ids. Throws 50035.
 */
export function checkedOptions(
  input: OptionInput,
  definitions: readonly JsonObject[],
  given: readonly JsonObject[],
): { readonly options: readonly JsonObject[]; readonly resolved: Resolved } {
  const walk: Walk = {
    ...input,
    errors: new FormErrors(),
    resolved: new Resolved(input.core, input.channel, input.userId),
  };
  const options = level(walk, definitions, given, ['data', 'options']);
  walk.errors.throwIfAny();
  return { options, resolved: walk.resolved };
}

const isGroup = (option: JsonObject): boolean =>
  option.type === Option.Subcommand || option.type === Option.SubcommandGroup;

function level(
  walk: Walk,
  definitions: readonly JsonObject[],
  given: readonly JsonObject[],
  path: FieldPath,
): readonly JsonObject[] {
  if (definitions.some(isGroup) && given.length !== 1)
    walk.errors.add(
      path,
      'INTERACTION_APPLICATION_COMMAND_OPTION_MISSING',
      'Exactly one subcommand must be chosen',
    );
  if (!walk.unfinished) needAll(walk, definitions, given, path);
  return given.map((option, index) => {
    const at = [...path, index];
    const definition = definitions.find(({ name }) => name === option.name);
    if (!definition || definition.type !== option.type) {
      walk.errors.add(
        at,
        'INTERACTION_APPLICATION_COMMAND_INVALID_OPTION',
        'This command is outdated, please try again in a few minutes',
      );
      return option;
    }
    if (isGroup(definition)) {
      const inner = level(walk, objectsIn(definition.options), objectsIn(option.options), [...at, 'options']);
      return { name: option.name, type: option.type, options: inner };
    }
    return leaf(walk, definition, option, at);
  });
}

function needAll(
  walk: Walk,
  definitions: readonly JsonObject[],
  given: readonly JsonObject[],
  path: FieldPath,
): void {
  for (const definition of definitions) {
    if (definition.required === true && !given.some(({ name }) => name === definition.name))
      walk.errors.add(
        path,
        'APPLICATION_COMMAND_OPTION_MISSING_REQUIRED',
        `The option "${String(definition.name)}" is required`,
      );
  }
  const names = given.map(({ name }) => name);
  if (new Set(names).size < names.length)
    walk.errors.add(path, 'INTERACTION_APPLICATION_COMMAND_INVALID_OPTION', 'An option was given twice');
}

function leaf(walk: Walk, definition: JsonObject, option: JsonObject, at: FieldPath): JsonObject {
  const { value } = option;
  const problem = walk.unfinished ? undefined : problemOf(walk, definition, value);
  if (problem !== undefined)
    walk.errors.add([...at, 'value'], 'APPLICATION_COMMAND_OPTION_INVALID_VALUE', problem);
  const kept = { name: option.name, type: option.type, value };
  if (option.focused === true) return { ...kept, focused: true };
  if (definition.type !== Option.Attachment || problem !== undefined) return kept;
  const upload = walk.uploads.get(String(value));
  return upload ? { ...kept, value: walk.resolved.addUpload(upload) } : kept;
}

function problemOf(walk: Walk, definition: JsonObject, value: unknown): string | undefined {
  const { resolved } = walk;
  const id = textIn(value) ?? '';
  switch (definition.type) {
    case Option.String:
      return typeof value === 'string' ? textProblem(definition, value) : 'Must be a string';
    case Option.Integer:
      return Number.isSafeInteger(value) ? numberProblem(definition, Number(value)) : 'Must be an integer';
    case Option.Number:
      return typeof value === 'number' && Number.isFinite(value)
        ? numberProblem(definition, value)
        : 'Must be a number';
    case Option.Boolean:
      return typeof value === 'boolean' ? undefined : 'Must be true or false';
    case Option.User:
      return resolved.addUser(id) ? undefined : 'Unknown user';
    case Option.Role:
      return resolved.addRole(id) ? undefined : 'Unknown role';
    case Option.Mentionable:
      return resolved.addUser(id) || resolved.addRole(id) ? undefined : 'Unknown user or role';
    case Option.Channel:
      return channelProblem(walk, definition, id);
    case Option.Attachment:
      return attachmentProblem(walk.uploads.get(String(value)), definition);
    default:
      return 'Unknown option type';
  }
}

function textProblem(definition: JsonObject, value: string): string | undefined {
  const least = Number(definition.min_length ?? 0);
  const most = Number(definition.max_length ?? 6000);
  const length = lengthOf(value);
  if (length < least || length > most) return `Must be between ${least} and ${most} in length.`;
  return choiceProblem(definition, value);
}

function numberProblem(definition: JsonObject, value: number): string | undefined {
  const least = Number(definition.min_value ?? Number.NEGATIVE_INFINITY);
  const most = Number(definition.max_value ?? Number.POSITIVE_INFINITY);
  if (value < least || value > most) return `Must be between ${least} and ${most}.`;
  return choiceProblem(definition, value);
}

function choiceProblem(definition: JsonObject, value: string | number): string | undefined {
  const choices = objectsIn(definition.choices);
  const fits = choices.length === 0 || choices.some((choice) => choice.value === value);
  return fits ? undefined : 'Invalid choice';
}

function channelProblem(walk: Walk, definition: JsonObject, id: string): string | undefined {
  const types = definition.channel_types;
  const type = walk.core.world.channels.get(id)?.type;
  if (Array.isArray(types) && types.length > 0 && !types.includes(type)) return 'Channel of a wrong type';
  return walk.resolved.addChannel(id) ? undefined : 'Unknown channel';
}

function attachmentProblem(upload: Upload | undefined, definition: JsonObject): string | undefined {
  if (!upload) return 'Attachment not found';
  return fitsFileTypes(upload.filename, definition) ? undefined : 'Invalid file type';
}
