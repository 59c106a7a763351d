import type { CommandOption } from '../kit/surface.ts';

/** Discord's maximum for a string option. */
const longestOption = 6_000;

/** Limited to the owner's maximum, so that nobody's text is refused for its length. */
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
