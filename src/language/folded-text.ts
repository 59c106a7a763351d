import { BoundedMap } from '../operations/bounded-map.ts';

/** Scripts that write words without spaces between them: there is no border to look for. */
const unspaced = /[\p{sc=Han}\p{sc=Hira}\p{sc=Kana}\p{sc=Thai}\p{sc=Lao}\p{sc=Khmr}\p{sc=Mymr}]/u;
const wordCharacter = /[\p{L}\p{M}\p{N}_]/u;
const space = /\s/u;
const spacePoint = 0x20;

/** A text as words are looked for in it: one folded character after the other, a run of spaces being one space. */
export interface FoldedText {
  readonly points: readonly number[];
  /** Where each character begins in the text, and behind the last one where the text ends. */
  readonly places: readonly number[];
  /** Which of them are letters of a script that puts spaces between its words. */
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

/** What was looked up before: texts use the same few hundred characters again and again. */
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

/** The dotless i is no i; the others have no capital letter to go by. */
const exceptions: ReadonlyMap<string, string> = new Map([
  ['\u0131', '\u0131'],
  ['\u1FD3', '\u0390'],
  ['\u1FE3', '\u03B0'],
  ['\uFB05', '\uFB06'],
]);

/** The same for characters that differ in case only: Unicode's simple case folding, which `i` in an expression means. */
export function foldedPoint(character: string): number {
  const folded =
    exceptions.get(character) ??
    oneOf(oneOf(character.toUpperCase())?.toLowerCase()) ??
    oneOf(character.toLowerCase());
  return (folded ?? character).codePointAt(0) ?? 0;
}

/** Undefined for what became several characters (`ß` has the capitals `SS`). */
function oneOf(text: string | undefined): string | undefined {
  const first = text?.codePointAt(0);
  return first !== undefined && text?.length === (first > 0xffff ? 2 : 1) ? text : undefined;
}
