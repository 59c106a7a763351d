import type { TimedWord } from './synthesis-types.ts';
import type { WireWord } from './wire.ts';

/** Of one text: more than people can have said. */
const mostWords = 20_000;

/**
 * Each word once, in the time of the whole. The service repeats the words of a sentence with every event of that
 * sentence (field notes 2), and each of its tasks begins at 0 again.
 */
export class WordTimes {
  readonly #emit: (word: TimedWord) => void;
  #seen = new Map<number, Set<number>>();
  #offsetMs = 0;
  #firstSentence = 0;
  #lastSentence = -1;
  #endMs = 0;
  #count = 0;

  constructor(emit: (word: TimedWord) => void) {
    this.#emit = emit;
  }

  /** The end of the last word, in the time of the whole. */
  get endMs(): number {
    return this.#endMs;
  }

  /** The next task at the service continues at this moment of the whole. */
  continueAt(offsetMs: number): void {
    this.#offsetMs = offsetMs;
    this.#firstSentence = this.#lastSentence + 1;
    this.#seen = new Map();
  }

  take(index: number | undefined, words: readonly WireWord[]): void {
    const sentence = index ?? 0;
    const ordinal = this.#firstSentence + sentence;
    const seen = this.#seen.get(sentence) ?? new Set();
    this.#seen.set(sentence, seen);
    for (const word of words) {
      // Some events carry all words so far, some only the new ones, and one that they skip comes at the end of the
      // sentence: their place tells them apart.
      const place = index === undefined ? word.beginMs : (word.begin ?? word.beginMs);
      if (seen.has(place) || this.#count >= mostWords) continue;
      this.#count += 1;
      seen.add(place);
      this.#lastSentence = Math.max(this.#lastSentence, ordinal);
      const beginMs = this.#offsetMs + word.beginMs;
      const endMs = Math.max(beginMs, this.#offsetMs + word.endMs);
      this.#endMs = Math.max(this.#endMs, endMs);
      this.#emit({ text: word.text, beginMs, endMs, sentence: ordinal });
    }
  }
}
