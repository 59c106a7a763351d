import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  billedCharacters,
  cutToFit,
  isWholeSentence,
  sentencesOf,
  weightedLength,
} from '../../../../src/service/synthesis/text-cutting.ts';

describe('sentences', () => {
  test.each([
    [['Hello there. ', 'How are you? ', 'Fine!']],
    [['It costs 3.50 euros. ', 'Not 4.']],
    [['Dr. Ames met Mr. Bell, e.g. at 5 p.m. on Monday. ', 'They spoke.']],
    [['J. R. Smith wrote it. ', 'Nobody read it.']],
    [['See www.example.org for more. ', 'Bye.']],
    [['1. First thing\n', '2. Second thing']],
    [['“Stop!” he said. ', 'She did.']],
    [['Wait… what? ', 'Yes.']],
    [['你好。', '今天天气很好！', '真的吗？', '是的']],
    [['「行こう。」', 'と言った。', '終わり。']],
    [['안녕하세요. ', '반갑습니다.']],
    [['Привет. ', 'Как дела?']],
    [['One line\n', 'another line\n', '\n', 'and more']],
    [['Das kostet z.B. 5 Euro. ', 'Gut.']],
    [['👨‍👩‍👧 family. ', 'Done.']],
  ])('%j are kept apart', (sentences) => {
    const found = sentencesOf(sentences.join(''));
    expect(found.join('')).toBe(sentences.join(''));
    expect(found.filter((each) => each.trim())).toEqual(sentences.filter((each) => each.trim()));
  });

  test.each([
    ['That is all.', true],
    ['Really?!', true],
    ['他说：“好。”', true],
    ['a line\n', true],
    ['so said Dr.', false],
    ['about 3.', false],
    ['and then', false],
    ['', false],
  ])('%j at the end of what is known is whole: %s', (text, whole) => {
    expect(isWholeSentence(text)).toBe(whole);
  });
});

describe('a text that is too long', () => {
  const graphemes = new Intl.Segmenter('en', { granularity: 'grapheme' });
  const borders = (text: string) =>
    new Set([...graphemes.segment(text)].map(({ index }) => index).concat(text.length));
  const texts = fc.array(
    fc.oneof(
      fc.string({ unit: 'grapheme', maxLength: 40 }),
      fc.constantFrom(
        'Hello there. ',
        '你好，世界。',
        '👨‍👩‍👧',
        'e\u0301',
        ', ',
        ' ',
        '3.5 ',
        '한국어 ',
        '\n',
      ),
    ),
    { maxLength: 40 },
  );

  test('is cut into pieces that fit, lose nothing and halve no character', () => {
    fc.assert(
      fc.property(
        texts.map((parts) => parts.join('')),
        fc.integer({ min: 30, max: 120 }),
        (text, limit) => {
          const pieces = cutToFit(text, limit);
          expect(pieces.join('')).toBe(text);
          const allowed = borders(text);
          let at = 0;
          for (const piece of pieces) {
            expect(weightedLength(piece)).toBeLessThanOrEqual(limit);
            at += piece.length;
            if (![...graphemes.segment(text)].some(({ segment }) => weightedLength(segment) > limit)) {
              expect(allowed.has(at)).toBe(true);
            }
          }
        },
      ),
      { numRuns: 200 },
    );
  });

  test('is cut at sentence ends where it can be', () => {
    expect(cutToFit('One two. Three four. Five six.', 21)).toEqual(['One two. Three four. ', 'Five six.']);
  });

  test('is cut after a clause, else after a word, in a sentence that is too long', () => {
    expect(cutToFit('a first part, a second part and so on', 25)).toEqual([
      'a first part, ',
      'a second part and so on',
    ]);
    expect(cutToFit('words without any comma at all', 18)).toEqual(['words without any ', 'comma at all']);
  });

  test('is cut between characters where there is nothing else', () => {
    expect(cutToFit('👨‍👩‍👧👨‍👩‍👧👨‍👩‍👧', 12)).toEqual(['👨‍👩‍👧👨‍👩‍👧', '👨‍👩‍👧']);
    expect(cutToFit('字'.repeat(7), 6)).toEqual(['字字字', '字字字', '字']);
  });
});

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
