import type { TaskParameters } from './commands.ts';

/** The text as it is spoken: markup stripped and words replaced where the parameters say so (document 2 A). */
export function repairedText(text: string, parameters: TaskParameters): string {
  const plain = parameters.enable_markdown_filter ? withoutMarkdown(text) : text;
  const { replace = [], pronunciation = [] } = parameters.hot_fix ?? {};
  let repaired = plain;
  for (const [word, by] of replace.flatMap((entry) => Object.entries(entry))) {
    repaired = repaired.replaceAll(word, by);
  }
  for (const [word, pinyin] of pronunciation.flatMap((entry) => Object.entries(entry))) {
    repaired = repaired.replaceAll(word, ` ${pinyin.replace(/\d/g, '')} `);
  }
  return repaired;
}

function withoutMarkdown(text: string): string {
  return text
    .replace(/!?\[([^\]]*)\]\([^)]*\)/g, '$1')
    .replace(/^\s{0,3}(?:#{1,6}|>|[-*+]|\d+\.)\s+/gm, '')
    .replace(/(\*\*|__|~~|`{1,3}|\*|(?<!\w)_|_(?!\w))/g, '');
}
