import { stripDeceptive } from '../discord/escape.ts';
import { longestQuestion } from './find.ts';

/** What a person who mentions the bot wants. `nothing`: they only said its name. */
type MentionQuestion =
  | { readonly is: 'nothing' }
  | { readonly is: 'files' }
  | { readonly is: 'question'; readonly text: string; readonly isCut: boolean };

/** More than Discord lets anyone write. */
const longestRead = 8_000;

/** @param text without the bot's name */
export function questionIn(text: string, hasFiles: boolean): MentionQuestion {
  const asked = stripDeceptive(text.slice(0, longestRead)).replace(/\s+/g, ' ').trim();
  if (!/[\p{L}\p{N}]/u.test(asked)) return { is: hasFiles ? 'files' : 'nothing' };
  const isCut = asked.length > longestQuestion;
  return { is: 'question', text: asked.slice(0, longestQuestion).toWellFormed(), isCut };
}
