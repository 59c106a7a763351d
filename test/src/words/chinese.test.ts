import { expect, it } from 'vitest';
import { permissionWords } from '../../../src/language/permissions.zh-cn.ts';
import { everySentence, type Sentence, translations } from './every-sentence.ts';

const sentences = everySentence('zh-CN');

/** As a client in Chinese shows it: names and times in place, without the marks of markdown and what's code. */
function shown({ text }: Pick<Sentence, 'text'>): string {
  return text
    .replace(/<t:\d+:R>/g, '5 分钟后')
    .replace(/<t:\d+:f>/g, '2027年1月15日 16:00')
    .replace(/<@&\d+>/g, '@Readers')
    .replace(/<@\d+>/g, '@Ann')
    .replace(/<#\d+>/g, '#general')
    .replace(/`[^`]*`/g, '/code')
    .replace(/\*\*|^-# /gm, '')
    .replaceAll('2027年1月15日', '2027-01-15');
}

function offending(rule: RegExp): string[] {
  return sentences.filter((each) => rule.test(shown(each))).map(({ key, text }) => `${key}: ${text}`);
}

const han = '\\p{Script=Han}';
const latin = '[\\p{Script=Latin}\\d@#/]';

it('everything is there to be read', () => {
  expect(sentences.length).toBeGreaterThan(700);
  for (const { text } of sentences) expect(text).not.toMatch(/undefined|NaN|\[object|^\s*$/);
});

it.each([
  ['half-width punctuation', new RegExp(`${han} ?[,;:?!()](?![\\w/]*=)|[,;:?!()] ?${han}`, 'u')],
  ['three dots instead of six', new RegExp(`(?<!…)…(?!…)(?=$|[${'，。'}]|${han})(?<=${han}…)`, 'u')],
  ['no space before Latin letters or digits', new RegExp(`${han}${latin}`, 'u')],
  ['no space after Latin letters or digits', new RegExp(`[\\p{Script=Latin}\\d%]${han}`, 'u')],
  ['a space between characters', new RegExp(`${han} +${han}`, 'u')],
  ['brackets of half the width', / \(|\) |\)$/],
  ['two spaces', / {2}/],
  ['a space beside full-width punctuation', / [，。；：！？、（）”]|[，。；：！？、（“] /],
  ['quotation marks of other regions', /[「」『』"]/],
  ['a dash of half the length', /(?<!—)—(?!—)/u],
] as const)('no Chinese sentence has %s', (_, rule) => {
  expect(offending(rule)).toEqual([]);
});

it('each English sentence has a Chinese one, and the other way round', () => {
  const keys = (all: readonly Sentence[]) => all.map(({ key }) => key).toSorted();
  expect(keys(sentences)).toEqual(keys(everySentence('en-US')));
});

/** Marks of any width are the same, with a space beside them or not. */
const narrow = (text: string) => text.normalize('NFKC').replaceAll(' ', '');

it('what an English sentence names, its Chinese one names as well', () => {
  const lost = translations().flatMap(([english, chinese]) =>
    english.given
      .map((value, index) => [value, chinese.given[index] ?? ''] as const)
      .filter(
        ([value, theirs]) => english.text.includes(value) && !narrow(chinese.text).includes(narrow(theirs)),
      )
      .map(([value]) => `${chinese.key} lost ${value}: ${chinese.text}`),
  );
  expect(lost).toEqual([]);
});

it.each([
  ['buttons', /\.buttons\./, 80],
  [
    'titles and labels of forms',
    /\.edit\.(\w*[tT]itle|prompt|negativePrompt|seed|model|files|size|duration)$/,
    45,
  ],
  ['hints in forms', /\.edit\./, 100],
  ['descriptions of commands and options', /\.commands\..*description$/, 100],
  ['choices', /\.choices\./, 100],
] as const)('%s are as short as Discord asks, in each language', (_, where, most) => {
  const both = [...sentences, ...everySentence('en-US')].filter(({ key }) => where.test(key));
  expect(both.length).toBeGreaterThan(9);
  expect(both.filter(({ text }) => [...text].length > most)).toEqual([]);
});

it('a permission is called as Discord calls it in Chinese, in quotation marks', () => {
  const known = new Set(Object.values(permissionWords));
  const named = sentences.flatMap(({ key, text }) =>
    [...text.matchAll(/(?:“[^”]*”[、和或]?)+(?:的)?权限/gu)].flatMap(([all]) =>
      [...all.matchAll(/“([^”]*)”/gu)].map(([, name = '']) => ({ key, name })),
    ),
  );
  expect(named.length).toBeGreaterThan(20);
  expect(named.filter(({ name }) => !known.has(name))).toEqual([]);
  // Without the marks, a name reads like a part of the sentence.
  const bare = new RegExp(`(?<![“])(?:${[...known].join('|')})(?!”)(?:的)?权限`, 'u');
  expect(offending(bare)).toEqual([]);
});
