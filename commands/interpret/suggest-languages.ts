import { betweenNames } from '../../src/interpreter/interpretation-ask.ts';
import { languageName, languagesLike, nameBothWays } from '../../src/interpreter/language-names.ts';
import { marksOf } from '../../src/language/marks.ts';
import type { CallFrame, Choice } from '../kit/surface.ts';

type Words = CallFrame['words'];

const longestValue = 100;

/** One language, by its name in the reader's language and in its own. */
export function suggestLanguage(typed: string, { locale }: Words): readonly Choice[] {
  return languagesLike(typed).map((code) => ({ value: code, label: nameBothWays(code, locale) }));
}

/** A list of languages: keeps what's typed and completes the last name. Languages already in it aren't offered. */
export function suggestLanguages(typed: string, { locale }: Words): readonly Choice[] {
  const names = typed.split(betweenNames);
  const before = names
    .slice(0, -1)
    .map((name) => name.trim())
    .filter((name) => name !== '');
  const taken = new Set(before.flatMap((name) => languagesLike(name).slice(0, 1)));
  return languagesLike(names.at(-1) ?? '')
    .filter((code) => !taken.has(code))
    .map((code) => ({
      value: [...before, languageName(code, locale)].join(', '),
      label: [...before, nameBothWays(code, locale)].join(marksOf(locale).listed),
    }))
    .filter(({ value }) => value.length <= longestValue);
}
