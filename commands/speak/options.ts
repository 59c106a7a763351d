import type { CommandOption } from '../kit/surface.ts';

/** Discord's own ceiling on a string option. */
const longestOption = 6_000;

/** As long as the operator lets texts be, so that nobody sends one that's refused for its length. */
export function textOption(longestText: number): CommandOption<'text'> {
  return {
    kind: 'string',
    name: 'text',
    required: true,
    minLength: 1,
    maxLength: Math.min(longestText, longestOption),
  };
}
export const ssmlOption: CommandOption<'ssml'> = { kind: 'boolean', name: 'ssml' };
