import { BoundedMap } from '../operations/bounded-map.ts';

/** Scripts without spaces between words, so there are no word boundaries to look for. */
const unspaced = /[\p{sc=Han}\p{sc=Hira}\p{sc=Kana}\p{sc=Thai}\p{sc=Lao}\p{sc=Khmr}\p{sc=Mymr}]/u;
const wordCharacter = /[\p{L}\p{M}\p{N}_]/u;
const space = /\s/u;
const spacePoint = 0x20;

/** A text prepared for finding words: folded characters, with a run of spaces as one space. */
export interface FoldedText {
  readonly points: readonly number[];
  /** Where each character begins in the text, and at the end, where the text ends. */
  readonly places: readonly number[];
  /** Which of them are letters of a script that puts spaces between words. */
  readonly spacedLetters: readonly boolean[];
}

export function foldedText(text: string): FoldedText {
  const points: number[] = [];
  const places: number[] = [];
  const spacedLetters: boolean[] = [];
  for (let place = 0; place < text.length; ) {
    const point = text.codePointAt(place) ?? 0;
    const { folded, isSpacedLetter } = characterOf(point);
    if (folded !== spacePoint || points.at(-1) !== spacePoint) {
      points.push(folded);
      places.push(place);
      spacedLetters.push(isSpacedLetter);
    }
    place += point > 0xffff ? 2 : 1;
  }
  places.push(text.length);
  return { points, places, spacedLetters };
}

interface Character {
  readonly folded: number;
  readonly isSpacedLetter: boolean;
}

/** Characters that were looked up before: texts use the same few hundred again and again. */
const known = new BoundedMap<number, Character>(5_000);

function characterOf(point: number): Character {
  const before = known.get(point);
  if (before) return before;
  const character = String.fromCodePoint(point);
  const found = {
    folded: space.test(character) ? spacePoint : foldedPoint(character),
    isSpacedLetter: wordCharacter.test(character) && !unspaced.test(character),
  };
  known.set(point, found);
  return found;
}

/** The dotless i isn't an i; the others have no capital letter to go by. */
const exceptions: ReadonlyMap<string, string> = new Map([
  ['\u0131', '\u0131'],
  ['\u1FD3', '\u0390'],
  ['\u1FE3', '\u03B0'],
  ['\uFB05', '\uFB06'],
]);

/**
 * Characters that only differ in case become the same one: Unicode's simple case folding, which the `i` flag of an
 * expression means.
 */
export function foldedPoint(character: string): number {
  const folded =
    exceptions.get(character) ??
    oneOf(oneOf(character.toUpperCase())?.toLowerCase()) ??
    oneOf(character.toLowerCase());
  return (folded ?? character).codePointAt(0) ?? 0;
}

/** Undefined if it became several characters (`ß` becomes `SS`). */
function oneOf(text: string | undefined): string | undefined {
  const first = text?.codePointAt(0);
  return first !== undefined && text?.length === (first > 0xffff ? 2 : 1) ? text : undefined;
}
