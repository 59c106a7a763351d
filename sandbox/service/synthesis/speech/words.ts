/** A word and where it stands, in code points, end excluded. */
export interface FoundWord {
  readonly text: string;
  readonly beginIndex: number;
  readonly endIndex: number;
}

const word =
  /\p{Script=Han}|[\p{Script=Hiragana}\p{Script=Katakana}ー]+|[\p{L}\p{N}\p{M}]+(?:['’.,-](?=[\p{L}\p{N}])[\p{L}\p{N}\p{M}]+)*/gu;

/** Each Han character is a word, as the service times them. */
export function wordsOf(text: string): FoundWord[] {
  let units = 0;
  let points = 0;
  const pointsAt = (unit: number) => {
    points += [...text.slice(units, unit)].length;
    units = unit;
    return points;
  };
  return [...text.matchAll(word)].map(({ 0: found, index }) => ({
    text: found,
    beginIndex: pointsAt(index),
    endIndex: pointsAt(index + found.length),
  }));
}

/** How long a word takes beside others: about its syllables and letters. */
export function weightOf(text: string): number {
  if (/^\p{Script=Han}$/u.test(text)) return 4;
  if (/^\d+$/.test(text)) return 5 * text.length;
  return Math.max(2, [...text].length);
}
