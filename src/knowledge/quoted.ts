import { showAsIs } from '../discord/escape.ts';

const mark = '> ';
/** How much the marks on each line may add. */
const mostForMarks = 0.1;
const emptyLines = /\n(?:[^\S\n]*\n)*/;

/**
 * Someone else's text as a quote, without empty lines and cut to that many characters. Many short lines are cut sooner.
 */
export function quoted(text: string, maxCharacters: number): string {
  let left = Math.floor(maxCharacters * (1 + mostForMarks));
  const lines: string[] = [];
  for (const line of showAsIs(text, maxCharacters).split(emptyLines)) {
    left -= mark.length + line.length + 1;
    lines.push(left < 0 ? '…' : line);
    if (left < 0) break;
  }
  return lines.map((line) => `${mark}${line}`).join('\n');
}
