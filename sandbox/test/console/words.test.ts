import { globSync, readFileSync } from 'node:fs';
import { afterEach, expect, test } from 'vitest';
import { pageWords, speakLanguage } from '../../console/page/words/current.ts';
import { en } from '../../console/page/words/en.ts';
import { zhCn } from '../../console/page/words/zh-cn.ts';

/** What's the same in both languages, or text of the documents. */
const shared = new Set(['apps', 'app', 'id', 'stop', 'question', 'asked']);

function* sentencesOf(words: object, path = ''): Generator<readonly [path: string, text: string], void> {
  for (const [key, value] of Object.entries(words)) {
    if (typeof value === 'string') yield [`${path}${key}`, value];
    else if (typeof value === 'object') yield* sentencesOf(value, `${path}${key}.`);
  }
}

afterEach(() => speakLanguage('en-US'));

test('every sentence of the page is Chinese for Chinese readers', () => {
  const strange = [...sentencesOf(zhCn)].filter(
    ([path, text]) => !shared.has(path.split('.').at(-1) ?? '') && !/\p{Script=Han}/u.test(text),
  );
  expect(strange).toEqual([]);
});

test('none of the English ones is', () => {
  expect([...sentencesOf(en)].filter(([, text]) => /\p{Script=Han}/u.test(text))).toEqual([]);
});

test('the page says everything in the language that was chosen last', () => {
  expect(pageWords().say.title).toBe('Say it for me');
  speakLanguage('zh-CN');
  expect(pageWords().say.title).toBe('替我说');
});

/** Words in markup: between two tags, or as an attribute that's read. */
const wordsInMarkup = [
  /<[^<>`]*\b(?:aria-label|title|placeholder|alt)="[^"$]*[A-Za-z]{2}/,
  /html`(?:[^`$]*>)?[^`<>$]*[A-Za-z]{2}[^`<>$]*</,
  /(?:"|\}|[a-z])>[^`<>${}=;()]*[A-Z][a-z]+[^`<>${}=;()]*<\//,
];

test('no part of the page has words of its own', () => {
  const page = new URL('../../console/page/', import.meta.url).pathname;
  const files = globSync('**/*.ts', { cwd: page }).filter((file) => !file.startsWith('words/'));
  expect(files.length).toBeGreaterThan(80);
  const found = files.flatMap((file) =>
    readFileSync(`${page}${file}`, 'utf8')
      .split('\n')
      .filter((line) => wordsInMarkup.some((words) => words.test(line)))
      .map((line) => `${file}: ${line.trim()}`),
  );
  expect(found).toEqual([]);
});
