import { stripDeceptive } from '../../discord/escape.ts';
import type { Words } from '../../words/index.ts';
import type { CallLine } from '../call-types.ts';
import { linksOf } from './line-text.ts';

/** Below what any server takes as an attachment. */
const longestFile = 4_000_000;

/** A whole transcript as a plain text. @param nameOf how people were called when they spoke */
export function fileText(
  lines: readonly CallLine[],
  nameOf: (userId: string) => string,
  words: Words,
): string {
  const { transcript } = words.conversation;
  const rows = lines.map((line) => {
    const who = line.by.is === 'person' ? nameOf(line.by.userId) : transcript.assistantName;
    const cut = line.cut ? ` ${transcript.cutInFile}` : '';
    const links = linksOf([line]).map(({ title, url }) => `\n    ${oneLine(title)} ${url}`);
    return `${timeOf(line.at)} ${oneLine(who)}: ${oneLine(`${line.sure}${line.unsure}`)}${cut}${links.join('')}\n`;
  });
  let kept = rows.length;
  for (let length = 0; kept > 0; kept -= 1) {
    length += rows[kept - 1]?.length ?? 0;
    if (length > longestFile) break;
  }
  const beginning = kept > 0 ? `${transcript.tooLong}\n` : '';
  return beginning + rows.slice(kept).join('');
}

function timeOf(at: number): string {
  return `${new Date(at).toISOString().slice(11, 19)} UTC`;
}

function oneLine(text: string): string {
  return stripDeceptive(text).replace(/\s+/g, ' ').trim();
}
