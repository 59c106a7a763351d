import type { FoundPassage } from './answers.ts';
import { type StoredDocument, statusOf } from './document.ts';
import { hostileNames } from './names.ts';
import { type Passage, passages } from './passages.ts';

const commonWords = new Set(
  'a an and are at be by can do does for from how i in is it may of on or the there to what when where which who with you'.split(
    ' ',
  ),
);

/** The passages that share words with the query, the best first; each is from an imported document. */
export function retrieve(
  query: string,
  documents: readonly StoredDocument[],
  now: number,
  least: number,
): readonly FoundPassage[] {
  const imported = documents
    .filter((document) => statusOf(document, now) === 'FINISH')
    // The names that a careless reader stumbles over are found by those who look for them.
    .toSorted((one, other) => Number(isHostile(one)) - Number(isHostile(other)));
  return passages
    .flatMap((passage, index): FoundPassage[] => {
      const document = imported[index % Math.max(1, imported.length)];
      const score = scoreOf(query, passage);
      return document && score >= least ? [{ passage, document, score }] : [];
    })
    .toSorted((one, other) => other.score - one.score);
}

const isHostile = ({ name }: StoredDocument): boolean => hostileNames.includes(name);

/** The share of the query's words that the passage has, a word of its title counting double; 0 to 1. */
function scoreOf(query: string, { title, text }: Passage): number {
  const asked = stems(query);
  if (asked.size === 0) return 0;
  const [inTitle, inText] = [stems(title), stems(text)];
  let found = 0;
  for (const stem of asked) found += (inText.has(stem) ? 1 : 0) + (inTitle.has(stem) ? 1 : 0);
  return Math.round(Math.min(1, found / asked.size) * 10_000) / 10_000;
}

/** Words without their endings; in Chinese, every pair of adjacent characters. */
function stems(text: string): ReadonlySet<string> {
  const words = text.toLowerCase().match(/\p{Script=Han}+|[\p{L}\p{N}]+/gu) ?? [];
  return new Set(
    words
      .filter((word) => !commonWords.has(word))
      .flatMap((word) =>
        /^\p{Script=Han}/u.test(word) && word.length > 1
          ? Array.from({ length: word.length - 1 }, (_, at) => word.slice(at, at + 2))
          : [word.replace(/(?:ing|ed|es|s)$/u, '')],
      ),
  );
}
