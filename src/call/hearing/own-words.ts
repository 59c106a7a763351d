import { BoundedMap } from '../../operations/bounded-map.ts';

const mostKept = 60;

/** What the bot says, and when people heard it: a transcript that's made of it is nobody's. */
export class OwnWords {
  readonly #share: number;
  readonly #afterMs: number;
  readonly #texts = new BoundedMap<string, string>(mostKept);
  readonly #heardAt = new BoundedMap<string, number>(mostKept);

  /**
   * @param share of a transcript's words that the bot said just then
   * @param afterMs how late its words may come back, and the service may notice that a person began. People who repeat
   *   them on purpose begin later than that
   */
  constructor(share: number, afterMs: number) {
    this.#share = share;
    this.#afterMs = afterMs;
  }

  /** The words of something that it says, as far as they're known. */
  noteWords(id: string, text: string): void {
    this.#texts.set(id, text);
  }

  /** People are hearing it right now. */
  noteHeard(id: string, nowMs: number): void {
    this.#heardAt.set(id, nowMs);
  }

  /** @param beganMs when a person began to say this, as far as the service knows */
  covers(transcript: string, beganMs: number): boolean {
    const said = [...this.#heardAt]
      .filter(([, atMs]) => atMs >= beganMs - this.#afterMs)
      .map(([id]) => this.#texts.get(id) ?? '');
    return said.length > 0 && isCovered(transcript, said.join(' '), this.#share);
  }
}

const letters = /[\p{L}\p{M}\p{N}]+/gu;
const unspaced = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}]/u;

/** Whether the bot has just said all of these words, which means that the recogniser heard the bot. */
export function isCovered(transcript: string, said: string, share: number): boolean {
  const words = wordsOf(transcript);
  if (words.length < 2) return false;
  const own = new Set(wordsOf(said));
  return words.filter((word) => own.has(word)).length / words.length >= share;
}

/** Without spaces, every pair of adjacent letters. */
function wordsOf(text: string): readonly string[] {
  const words = text.toLowerCase().match(letters) ?? [];
  return words.flatMap((word) => {
    if (!unspaced.test(word)) return [word];
    const characters = [...word];
    return characters.length === 1
      ? characters
      : characters.slice(1).map((each, at) => `${characters[at]}${each}`);
  });
}
