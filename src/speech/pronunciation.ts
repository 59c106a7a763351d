import type { Pronunciation } from '../community/settings-pages.ts';
import { WordFinder } from '../language/word-finder.ts';

/** A text with pronunciations applied. */
interface Pronounced {
  readonly text: string;
  /** The entries whose words were found, each once. */
  readonly found: readonly Pronunciation[];
}

/**
 * A guild's pronunciations, ready to use: whole words in any case, the longest first, and never inside what was already
 * replaced. Words of scripts without spaces are found anywhere.
 */
export class Pronouncer {
  readonly #entries: readonly Pronunciation[];
  readonly #finder: WordFinder;

  static async of(entries: readonly Pronunciation[]): Promise<Pronouncer> {
    return new Pronouncer(entries, await WordFinder.of(entries.map(({ word }) => word)));
  }

  private constructor(entries: readonly Pronunciation[], finder: WordFinder) {
    this.#entries = entries;
    this.#finder = finder;
  }

  read(text: string): Pronounced {
    const found = new Set<Pronunciation>();
    const pieces: string[] = [];
    let end = 0;
    for (const { index, from, to } of this.#finder.find(text)) {
      const entry = this.#entries[index];
      if (!entry) continue;
      found.add(entry);
      pieces.push(text.slice(end, from), entry.as);
      end = to;
    }
    pieces.push(text.slice(end));
    return { text: pieces.join(''), found: [...found] };
  }
}

const ready = new WeakMap<readonly Pronunciation[], Promise<Pronouncer>>();

/** Reused until the guild's list changes; undefined if it's empty. */
export async function pronouncerOf(entries: readonly Pronunciation[]): Promise<Pronouncer | undefined> {
  return entries.length === 0 ? undefined : await readyPronouncer(entries);
}

function readyPronouncer(entries: readonly Pronunciation[]): Promise<Pronouncer> {
  const known = ready.get(entries) ?? Pronouncer.of(entries);
  ready.set(entries, known);
  return known;
}
