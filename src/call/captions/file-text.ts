import { stripDeceptive } from '../../discord/escape.ts';
import type { Language } from '../../language/languages.ts';
import { marksOf } from '../../language/marks.ts';

/** Below any server's limit for attachments. */
const longestFile = 4_000_000;

/** A row of a text file: when, who, and what they said, in one line. */
export function fileRow(at: number, who: string, said: string, language: Language): string {
  return `${new Date(at).toISOString().slice(11, 19)} UTC ${oneLine(who)}${marksOf(language).colon}${oneLine(said)}`;
}

/** Rows as a plain text: the last ones, as many as a file may have. @param tooLong comes first if some are missing */
export function fileText(rows: readonly string[], tooLong: string): string {
  let kept = rows.length;
  for (let length = 0; kept > 0; kept -= 1) {
    length += (rows[kept - 1]?.length ?? 0) + 1;
    if (length > longestFile) break;
  }
  const beginning = kept > 0 ? [tooLong] : [];
  return [...beginning, ...rows.slice(kept)].map((row) => `${row}\n`).join('');
}

export function oneLine(text: string): string {
  return stripDeceptive(text).replace(/\s+/g, ' ').trim();
}
