import type { CommandOption } from '../kit/surface.ts';

/** Discord's own ceiling on a string option; the operator's limit is below it and is told by its number. */
const longestOption = 6_000;

export const textOption: CommandOption<'text'> = {
  kind: 'string',
  name: 'text',
  required: true,
  minLength: 1,
  maxLength: longestOption,
};
export const ssmlOption: CommandOption<'ssml'> = { kind: 'boolean', name: 'ssml' };
