import { languageOf } from '../../synthesis/speech/language.ts';
import { type BookLanguage, bookLanguages, sentences, words } from './phrase-book.ts';

export interface Translated {
  /** Marked with the language unless all of it is from the book. */
  readonly text: string;
  /** The same without marks, as it is said. */
  readonly spoken: string;
}

/** Sentence by sentence: by the book if it has it, else word by word, what is not in the book as it is. */
export function translate(text: string, from: string, to: string): Translated {
  const parts = (text.match(/[^.!?。！？]+[.!?。！？]*/gu) ?? [text])
    .map((part) => part.trim())
    .filter(Boolean);
  const made = parts.map((part) => sentenceOf(part, from, to));
  const gap = to === 'zh' || to === 'ja' ? '' : ' ';
  const spoken = made.map((each) => each.text).join(gap);
  return { text: made.every(({ whole }) => whole) ? spoken : `[${to}] ${spoken}`, spoken };
}

function sentenceOf(
  sentence: string,
  from: string,
  to: string,
): { readonly text: string; readonly whole: boolean } {
  if (from === to) return { text: sentence, whole: true };
  const column = columnOf(to);
  if (column === undefined) return { text: sentence, whole: false };
  const known = sentences.find((entry) => entry.some((each) => bare(each) === bare(sentence)));
  if (known) return { text: known[column] ?? sentence, whole: true };
  const source = columnOf(languageOf(sentence, undefined, [from])) ?? 0;
  return { text: wordByWord(sentence, source, column), whole: false };
}

function wordByWord(sentence: string, from: number, to: number): string {
  const spaced = !['zh', 'ja'].includes(bookLanguages[from] ?? '');
  const pieces = spaced
    ? (sentence.match(/[\p{L}\p{N}']+|[^\p{L}\p{N}']+/gu) ?? [])
    : piecesOf(sentence, from);
  return pieces
    .map((piece) => wordFor(piece, from)?.[to] ?? piece)
    .join(spaced ? '' : ' ')
    .replace(/\s+/g, ' ')
    .trim();
}

/** A mark isn't a word, though some languages have no word for an entry of the book. */
function wordFor(piece: string, from: number): (typeof words)[number] | undefined {
  const asked = bare(piece);
  return asked === '' ? undefined : words.find((entry) => bare(entry[from] ?? '') === asked);
}

/** Where nothing separates words, the longest of the book at each place; what's in between stays together, «marked». */
function piecesOf(sentence: string, from: number): readonly string[] {
  const known = words
    .map((entry) => entry[from] ?? '')
    .filter(Boolean)
    .toSorted((one, other) => other.length - one.length);
  const pieces: string[] = [];
  for (let rest = sentence; rest; ) {
    const word = known.find((each) => rest.startsWith(each));
    const piece = word ?? rest.slice(0, 1);
    if (word !== undefined || /\P{L}/u.test(piece)) pieces.push(piece);
    else if (pieces.at(-1)?.startsWith('«')) pieces.push(`${pieces.pop()?.slice(0, -1)}${piece}»`);
    else pieces.push(`«${piece}»`);
    rest = rest.slice(piece.length);
  }
  return pieces;
}

function columnOf(language: string): number | undefined {
  const at = bookLanguages.indexOf(language as BookLanguage);
  return at < 0 ? undefined : at;
}

function bare(text: string): string {
  return text
    .replace(/[\p{P}\s]+/gu, ' ')
    .trim()
    .toLowerCase();
}
