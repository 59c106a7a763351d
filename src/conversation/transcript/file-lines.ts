import { fileRow, fileText, oneLine } from '../../call/captions/file-text.ts';
import type { Words } from '../../words/index.ts';
import type { CallLine } from '../call-types.ts';
import { linksOf } from './line-text.ts';

/** A whole transcript as plain text. @param nameOf people's names when they spoke */
export function transcriptText(
  lines: readonly CallLine[],
  nameOf: (userId: string) => string,
  words: Words,
): string {
  const { transcript } = words.conversation;
  const rows = lines.map((line) => {
    const who = line.by.is === 'person' ? nameOf(line.by.userId) : transcript.assistantName;
    const cut = line.cut ? ` ${transcript.cutInFile}` : '';
    const links = linksOf([line]).map(({ title, url }) => `\n    ${oneLine(title)} ${url}`);
    return `${fileRow(line.at, who, `${line.sure}${line.unsure}`, words.locale)}${cut}${links.join('')}`;
  });
  return fileText(rows, words.call.fileTooLong);
}
