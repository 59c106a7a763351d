import { WordFinder } from '../language/word-finder.ts';

/** A term's spelling, and what speech recognition turns it into. */
interface Spelling {
  readonly term: string;
  readonly heard: readonly string[];
}

/**
 * Corrects the spelling of names and terms: whole words in any case, the longest first, all in one pass. Correct
 * spellings stay.
 */
export class Corrector {
  readonly #terms: readonly string[];
  readonly #finder: WordFinder;

  static async of(terms: readonly Spelling[]): Promise<Corrector> {
    const spellings = terms.flatMap(({ term, heard }) => [term, ...heard].map((form) => ({ form, term })));
    const finder = await WordFinder.of(spellings.map(({ form }) => form));
    return new Corrector(
      spellings.map(({ term }) => term),
      finder,
    );
  }

  private constructor(terms: readonly string[], finder: WordFinder) {
    this.#terms = terms;
    this.#finder = finder;
  }

  correct(text: string): string {
    const pieces: string[] = [];
    let end = 0;
    for (const { index, from, to } of this.#finder.find(text)) {
      pieces.push(text.slice(end, from), this.#terms[index] ?? '');
      end = to;
    }
    return `${pieces.join('')}${text.slice(end)}`;
  }
}
