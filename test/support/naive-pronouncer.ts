import type { Pronunciation } from '../../src/community/settings-pages.ts';

const unspaced = '\\p{sc=Han}\\p{sc=Hira}\\p{sc=Kana}\\p{sc=Thai}\\p{sc=Lao}\\p{sc=Khmr}\\p{sc=Mymr}';
const letter = `(?![${unspaced}])[\\p{L}\\p{M}\\p{N}_]`;

/** What a dictionary does to a text, said as one expression: easy to trust, and far too slow for 500 words. */
export function naivePronouncer(entries: readonly Pronunciation[]) {
  const sorted = [...entries].toSorted((one, other) => other.word.length - one.word.length);
  const patterns = sorted.map(({ word }) => {
    const written = word
      .split(' ')
      .map((part) => part.replace(/[\\^$.*+?()[\]{}|/]/g, '\\$&'))
      .join('\\s+');
    const before = new RegExp(`^${letter}`, 'u').test(word) ? `(?<!${letter})` : '';
    const after = new RegExp(`${letter}$`, 'u').test(word) ? `(?!${letter})` : '';
    return `(${before}${written}${after})`;
  });
  return (text: string) => {
    if (patterns.length === 0) return { text, found: [] };
    const found = new Set<Pronunciation>();
    const replaced = text.replace(new RegExp(patterns.join('|'), 'giu'), (whole, ...groups: unknown[]) => {
      const entry = sorted[groups.findIndex((group) => typeof group === 'string')];
      if (!entry) return whole;
      found.add(entry);
      return entry.as;
    });
    return { text: replaced, found: [...found] };
  };
}
