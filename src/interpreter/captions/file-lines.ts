import { fileRow, fileText, oneLine } from '../../call/captions/file-text.ts';
import { marksOf } from '../../language/marks.ts';
import type { Words } from '../../words/index.ts';
import { languageName } from '../language-names.ts';
import type { GrowingText, InterpretedLine } from '../types.ts';

/**
 * Everything that was said, each utterance followed by its translations.
 * @param nameOf people's names at the time
 */
export function interpretedText(
  lines: readonly InterpretedLine[],
  nameOf: (userId: string) => string,
  words: Words,
): string {
  const { cutInFile } = words.interpreter.captions;
  const { bracketed, colon } = marksOf(words.locale);
  const rows: string[] = [];
  for (const line of lines.toSorted((one, other) => one.at - other.at)) {
    const { userId, from, to, original, translation, showsOriginal, at, cut } = line;
    const end = cut ? ` ${cutInFile}` : '';
    const who = `${nameOf(userId)}${bracketed(languageName(from, words.locale))}`;
    const isOriginalTold = to === undefined || showsOriginal;
    if (isOriginalTold && whole(original) !== '')
      rows.push(`${fileRow(at, who, whole(original), words.locale)}${end}`);
    if (to === undefined || whole(translation) === '') continue;
    rows.push(`    → ${languageName(to, words.locale)}${colon}${oneLine(whole(translation))}${end}`);
  }
  return fileText(rows, words.call.fileTooLong);
}

function whole({ sure, unsure }: GrowingText): string {
  return `${sure}${unsure}`.trim();
}
