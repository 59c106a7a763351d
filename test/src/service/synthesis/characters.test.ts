import { expect, test } from 'vitest';
import { billedCharacters, weightedLength } from '../../../../src/service/synthesis/characters.ts';

test.each([
  ['', 0],
  ['Hello, world!', 13],
  ['你好', 4],
  ['日本語です', 8],
  ['大韓民國 한국', 11],
  ['😀', 1],
  ['𠮷', 2],
  ['々〇', 4],
  ['。，', 2],
])('%j counts %i', (text, expected) => {
  expect([weightedLength(text), billedCharacters(text)]).toEqual([expected, expected]);
});

test.each([
  ['<speak>你好</speak>', 4],
  ['<speak>Hi <break time="1s"/> you</speak>', 7],
  ["<a b='>'>x</a><!-- note -->y", 2],
  ['a &amp; b &#20320;&#x4f60;', 10],
  ['1 < 2', 5],
])('of the SSML %s the text alone is billed: %i', (text, expected) => {
  expect(billedCharacters(text, true)).toBe(expected);
});

test('tags in a text that is not SSML are read out, and billed', () => {
  expect(billedCharacters('<b>hi</b>')).toBe(9);
});

test('a text full of open tags is counted quickly', () => {
  expect(billedCharacters(`${'<a "'.repeat(50_000)}`, true)).toBeGreaterThan(0);
});
