import { showAsIs } from '../discord/escape.ts';

const mark = '> ';
/** What the marks of its lines may add. */
const mostForMarks = 0.1;
const emptyLines = /\n(?:[^\S\n]*\n)*/;

/** A foreign text as a quote, cut to that many characters and without its empty lines. Many short lines are cut sooner. */
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
