import type { Pronunciation } from '../community/speech-settings.ts';

/** Scripts that write words without spaces between them: there is no border to look for. */
const unspaced = '\\p{sc=Han}\\p{sc=Hira}\\p{sc=Kana}\\p{sc=Thai}\\p{sc=Lao}\\p{sc=Khmr}\\p{sc=Mymr}';
const letterAtBegin = new RegExp(`^(?![${unspaced}])[\\p{L}\\p{M}\\p{N}_]`, 'u');
const letterAtEnd = new RegExp(`(?![${unspaced}])[\\p{L}\\p{M}\\p{N}_]$`, 'u');
const before = `(?<!(?![${unspaced}])[\\p{L}\\p{M}\\p{N}_])`;
const after = `(?!(?![${unspaced}])[\\p{L}\\p{M}\\p{N}_])`;

/**
 * A guild's pronunciations, ready to be used: whole words, whatever their case, the longest first, and never inside what
 * was replaced already. Words of scripts without spaces are found anywhere.
 */
export class Pronouncer {
  readonly #entries: readonly Pronunciation[];
  readonly #pattern: RegExp | undefined;

  constructor(entries: Iterable<Pronunciation>) {
    this.#entries = [...entries].toSorted((one, other) => other.word.length - one.word.length);
    // One group an entry says which of them matched: case rules differ between the pattern and `toLowerCase`.
    const alternatives = this.#entries.map(({ word }) => `(${patternOf(word)})`);
    this.#pattern = alternatives.length > 0 ? new RegExp(alternatives.join('|'), 'giu') : undefined;
  }

  replace(text: string): string {
    if (!this.#pattern) return text;
    return text.replace(this.#pattern, (whole, ...groups) => this.#entryOf(groups)?.as ?? whole);
  }

  /** The entries whose words are in the text, each once. */
  found(text: string): readonly Pronunciation[] {
    if (!this.#pattern) return [];
    const found = new Set<Pronunciation>();
    for (const [, ...groups] of text.matchAll(this.#pattern)) {
      const entry = this.#entryOf(groups);
      if (entry) found.add(entry);
    }
    return [...found];
  }

  #entryOf(groups: readonly unknown[]): Pronunciation | undefined {
    const index = groups.findIndex((group) => typeof group === 'string');
    return this.#entries[index];
  }
}

function patternOf(word: string): string {
  const written = word
    .split(/\s+/u)
    .map((part) => part.replace(/[\\^$.*+?()[\]{}|/]/g, '\\$&'))
    .join('\\s+');
  return `${letterAtBegin.test(word) ? before : ''}${written}${letterAtEnd.test(word) ? after : ''}`;
}
