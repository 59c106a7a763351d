import { foldedText } from './folded-text.ts';

/** A word that stands in a text. */
export interface FoundWord {
  /** Which one of the words it is. */
  readonly index: number;
  readonly from: number;
  readonly to: number;
}

interface Word {
  readonly index: number;
  readonly length: number;
  /** Begins, ends with a letter of a script that puts spaces between words: no such letter may stand next to it. */
  readonly needsBorder: { readonly before: boolean; readonly after: boolean };
}

interface Step {
  readonly from: number;
  readonly point: number;
  readonly to: number;
}

const root = 0;
/** More than there are code points. */
const pointsPerState = 0x20_0000;

/**
 * Finds whole words in a text in one pass, however many words there are: an Aho-Corasick automaton of the words spelled
 * backwards, fed with the text from its end. So what it knows at each place is which words begin there, the longest first.
 * Case doesn't matter, nor how many spaces part a word.
 */
export class WordFinder {
  readonly #next = new Map<number, number>();
  /** The word that is complete in a state. */
  readonly #words: (Word | undefined)[] = [undefined];
  /** The longest shorter thing that was read as well, where a state goes on when a character leads nowhere. */
  readonly #fallback: number[] = [root];
  /** The nearest state on that way in which a word is complete. */
  readonly #shorter: number[] = [root];

  constructor(words: readonly string[]) {
    const stepsByDepth: Step[][] = [];
    for (const [index, word] of words.entries()) this.#add(word.trim(), index, stepsByDepth);
    for (const { from, point, to } of stepsByDepth.flat()) {
      const fallback = from === root ? root : this.#after(this.#fallback[from] ?? root, point);
      this.#fallback[to] = fallback;
      this.#shorter[to] = this.#words[fallback] ? fallback : (this.#shorter[fallback] ?? root);
    }
  }

  /** From the text's beginning to its end; of words that overlap the first, of those that begin together the longest. */
  find(text: string): readonly FoundWord[] {
    const { points, places, spacedLetters } = foldedText(text);
    const longest: (Word | undefined)[] = [];
    let state = root;
    for (let at = points.length - 1; at >= 0; at -= 1) {
      state = this.#after(state, points[at] ?? 0);
      longest[at] = this.#longestAt(at, state, spacedLetters);
    }
    const found: FoundWord[] = [];
    for (let at = 0; at < points.length; ) {
      const word = longest[at];
      const end = at + (word?.length ?? 1);
      if (word) found.push({ index: word.index, from: places[at] ?? 0, to: places[end] ?? 0 });
      at = end;
    }
    return found;
  }

  #add(text: string, index: number, stepsByDepth: Step[][]): void {
    const { points, spacedLetters } = foldedText(text);
    let from = root;
    for (const [depth, point] of points.toReversed().entries()) {
      const key = from * pointsPerState + point;
      let to = this.#next.get(key);
      if (to === undefined) {
        to = this.#words.push(undefined) - 1;
        this.#next.set(key, to);
        stepsByDepth[depth] ??= [];
        stepsByDepth[depth].push({ from, point, to });
      }
      from = to;
    }
    if (from === root) return;
    const needsBorder = { before: spacedLetters[0] ?? false, after: spacedLetters.at(-1) ?? false };
    // Of two that are spelled alike, the first counts.
    this.#words[from] ??= { index, length: points.length, needsBorder };
  }

  #after(state: number, point: number): number {
    for (let from = state; ; from = this.#fallback[from] ?? root) {
      const to = this.#next.get(from * pointsPerState + point);
      if (to !== undefined) return to;
      if (from === root) return root;
    }
  }

  #longestAt(at: number, state: number, spacedLetters: readonly boolean[]): Word | undefined {
    for (let each = state; each !== root; each = this.#shorter[each] ?? root) {
      const word = this.#words[each];
      if (!word) continue;
      const isWithin =
        (word.needsBorder.before && spacedLetters[at - 1]) ||
        (word.needsBorder.after && spacedLetters[at + word.length]);
      if (!isWithin) return word;
    }
    return undefined;
  }
}
