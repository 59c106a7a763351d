import { SimpleMarkdown } from 'discord-markdown-parser';
import { atLineStart } from './line-start.ts';

type Rule = Parameters<typeof SimpleMarkdown.parserFor>[0][string];

/** One or more lines that begin with a bullet or a number; indented lines belong to the item before. */
const listLines = /^ *(?:[-*]|\d{1,9}\.) +[^\n]*(?:\n(?: *(?:[-*]|\d{1,9}\.) +| {2,})[^\n]*)*(?:\n|$)/;
const itemStart = /^( *)(?:[-*]|(\d{1,9})\.) +/;

/**
 * Lists, which discord-markdown-parser does not know. Gives `{ type: 'list', start, items }`, where an item is parsed
 * content and `start` the first number of an ordered list.
 */
export const listRule: Rule = {
  order: SimpleMarkdown.defaultRules.heading.order - 0.25,
  match: (source, state) => (atLineStart(state.prevCapture) ? listLines.exec(source) : null),
  parse: (capture, parse, state) => {
    const lines = String(capture[0]).replace(/\n$/, '').split('\n');
    const first = itemStart.exec(lines[0] ?? '');
    return {
      type: 'list',
      start: first?.[2] === undefined ? undefined : Number(first[2]),
      items: itemsOf(lines).map((item) => parse(item, { ...state, prevCapture: null })),
    };
  },
};

/** Joins lines into items: a line indented deeper than the first bullet continues the item above it. */
function itemsOf(lines: readonly string[]): readonly string[] {
  const baseIndent = itemStart.exec(lines[0] ?? '')?.[1]?.length ?? 0;
  const items: string[] = [];
  for (const line of lines) {
    const start = itemStart.exec(line);
    if (start && (start[1]?.length ?? 0) <= baseIndent) items.push(line.slice(start[0].length));
    else items.push(`${items.pop() ?? ''}\n${line.slice(Math.min(indentOf(line), baseIndent + 2))}`);
  }
  return items;
}

function indentOf(line: string): number {
  return line.length - line.trimStart().length;
}
