import { setImmediate as nextTurn } from 'node:timers/promises';
import { BoundedMap } from '../operations/bounded-map.ts';

/** A word found in a text. */
interface FoundWord {
  /** Its index in the list of words. */
  readonly index: number;
  readonly from: number;
  readonly to: number;
}

/** How many letters are processed, in a millisecond or two, before other work gets a turn. */
const lettersATurn = 4_000;

/**
 * Finds whole words in one pass over a text, however many words there are: an Aho-Corasick automaton of the words
 * spelled backwards, fed with the text from its end. So at each place it knows which words begin there, and takes the
 * longest. It ignores case and how many spaces separate words.
 */
export class WordFinder {
  readonly #words: readonly FoldedText[];
  readonly #states: WordStates;
  /** By state: the word that's complete there, -1 for none. */
  readonly #complete: Int32Array;
  /** By state: where to continue if a character leads nowhere, which is the longest shorter match. */
  readonly #fallback: Int32Array;
  /** By state: the nearest state along those fallbacks with a complete word. */
  readonly #shorter: Int32Array;

  /** Builds a large dictionary in small steps, since it takes a few milliseconds. */
  static async of(words: readonly string[]): Promise<WordFinder> {
    const finder = new WordFinder(words);
    await finder.#spell();
    return finder;
  }

  private constructor(words: readonly string[]) {
    this.#words = words.map((word) => foldedText(word.trim()));
    const most = this.#words.reduce((sum, { points }) => sum + points.length, 0);
    this.#states = new WordStates(most);
    this.#complete = new Int32Array(most + 1).fill(-1);
    this.#fallback = new Int32Array(most + 1);
    this.#shorter = new Int32Array(most + 1);
  }

  /** In the order of the text. Of overlapping words the first counts, and of those that begin together the longest. */
  find(text: string): readonly FoundWord[] {
    const { points, places, spacedLetters } = foldedText(text);
    const longest = new Int32Array(points.length);
    let state = root;
    for (let at = points.length - 1; at >= 0; at -= 1) {
      state = this.#after(state, points[at] ?? 0);
      longest[at] = this.#longestAt(at, state, spacedLetters);
    }
    const found: FoundWord[] = [];
    for (let at = 0; at < points.length; ) {
      const index = longest[at] ?? -1;
      const end = at + (this.#words[index]?.points.length ?? 1);
      if (index >= 0) found.push({ index, from: places[at] ?? 0, to: places[end] ?? 0 });
      at = end;
    }
    return found;
  }

  /**
   * Adds the last character of all words, then the one before, and so on, so each state's fallback is known before the
   * state.
   */
  async #spell(): Promise<void> {
    const spellings = this.#words.map(({ points }) => points);
    const longest = spellings.reduce((most, { length }) => Math.max(most, length), 0);
    const reached = new Int32Array(spellings.length);
    const depthsATurn = Math.ceil(lettersATurn / (spellings.length + 1));
    for (let depth = 1; depth <= longest; depth += 1) {
      if (depth % depthsATurn === 0) await nextTurn();
      for (let index = 0; index < spellings.length; index += 1) {
        const points = spellings[index] ?? [];
        const point = points[points.length - depth];
        if (point === undefined) continue;
        const state = this.#spelled(reached[index] ?? root, point);
        reached[index] = state;
        // If two are spelled the same, the first counts.
        if (depth === points.length && this.#complete[state] === -1) this.#complete[state] = index;
      }
    }
  }

  #spelled(from: number, point: number): number {
    const known = this.#states.next(from, point);
    if (known !== undefined) return known;
    const fallback = from === root ? root : this.#after(this.#fallback[from] ?? root, point);
    const state = this.#states.add(from, point);
    this.#fallback[state] = fallback;
    this.#shorter[state] = this.#complete[fallback] === -1 ? (this.#shorter[fallback] ?? root) : fallback;
    return state;
  }

  #after(state: number, point: number): number {
    for (let from = state; ; from = this.#fallback[from] ?? root) {
      const to = this.#states.next(from, point);
      if (to !== undefined) return to;
      if (from === root) return root;
    }
  }

  /** The longest word that begins there and stands alone; -1 for none. */
  #longestAt(at: number, state: number, spacedLetters: readonly boolean[]): number {
    for (let each = state; each !== root; each = this.#shorter[each] ?? root) {
      const index = this.#complete[each] ?? -1;
      const word = this.#words[index];
      if (!word) continue;
      const end = at + word.points.length;
      const goesOnBefore = word.spacedLetters[0] && spacedLetters[at - 1];
      const goesOnBehind = word.spacedLetters.at(-1) && spacedLetters[end];
      if (!goesOnBefore && !goesOnBehind) return index;
    }
    return -1;
  }
}

/** The first state, before any character. */
const root = 0;

/**
 * The transitions of an automaton in one table of plain numbers (open addressing): 500 words need 30,000 of them, and
 * filling a map of that size takes tens of milliseconds.
 */
class WordStates {
  readonly #from: Int32Array;
  readonly #point: Int32Array;
  readonly #to: Int32Array;
  readonly #shift: number;
  #count = 1;

  /** @param most how many states there can be besides the first */
  constructor(most: number) {
    const bits = Math.ceil(Math.log2(2 * most + 2));
    const places = 2 ** bits;
    this.#from = new Int32Array(places);
    this.#point = new Int32Array(places);
    this.#to = new Int32Array(places);
    this.#shift = 32 - bits;
  }

  next(from: number, point: number): number | undefined {
    return this.#to[this.#placeOf(from, point)] || undefined;
  }

  /**
   * Adds a new state behind that one, which must not have one for this character yet. Its number is the count of states
   * so far.
   */
  add(from: number, point: number): number {
    const place = this.#placeOf(from, point);
    const to = this.#count;
    this.#count += 1;
    this.#from[place] = from;
    this.#point[place] = point;
    this.#to[place] = to;
    return to;
  }

  /**
   * Its place in the table, or the free place where it would go. Nothing leads back to the first state, so 0 means
   * free.
   */
  #placeOf(from: number, point: number): number {
    const last = this.#to.length - 1;
    let place = (Math.imul(from, 0x9e37_79b1) ^ Math.imul(point, 0x85eb_ca6b)) >>> this.#shift;
    while (this.#to[place] !== root && (this.#from[place] !== from || this.#point[place] !== point))
      place = place === last ? 0 : place + 1;
    return place;
  }
}

/** Scripts without spaces between words, so there are no word boundaries to look for. */
const unspaced = /[\p{sc=Han}\p{sc=Hira}\p{sc=Kana}\p{sc=Thai}\p{sc=Lao}\p{sc=Khmr}\p{sc=Mymr}]/u;
const wordCharacter = /[\p{L}\p{M}\p{N}_]/u;
const space = /\s/u;
const spacePoint = 0x20;

/** A text prepared for finding words: folded characters, with a run of spaces as one space. */
interface FoldedText {
  readonly points: readonly number[];
  /** Where each character begins in the text, and at the end, where the text ends. */
  readonly places: readonly number[];
  /** Which of them are letters of a script that puts spaces between words. */
  readonly spacedLetters: readonly boolean[];
}

function foldedText(text: string): FoldedText {
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
