import { describe, expect, test } from 'vitest';
import { weightedLength } from '../../../service/synthesis/billing.ts';
import type { TaskParameters } from '../../../service/synthesis/commands.ts';
import { SentenceCutter } from '../../../service/synthesis/sentences.ts';
import { wordsOf } from '../../../service/synthesis/speech/words.ts';
import { readSsml, spokenSsml } from '../../../service/synthesis/ssml.ts';
import { TextIntake } from '../../../service/synthesis/text-intake.ts';

const cut = (...texts: string[]) => {
  const cutter = new SentenceCutter();
  return [texts.flatMap((text) => cutter.add(text)), cutter.finish()];
};

describe('sentences', () => {
  test('end with their terminator, in whatever pieces the text comes', () => {
    expect(cut('Hello the', 're. How are', ' you? ', 'Well')).toEqual([
      ['Hello there.', ' How are you?'],
      [' Well'],
    ]);
  });

  test('do not end inside of a number or an address', () => {
    expect(cut('It is 3.', '14 at example.com. Yes')).toEqual([['It is 3.14 at example.com.'], [' Yes']]);
  });

  test('take their closing quotes along', () => {
    expect(cut('“Really?!” she asked。')).toEqual([['“Really?!”', ' she asked。'], []]);
  });

  test('of Chinese and Japanese need no space', () => {
    expect(cut('你好。今天怎么样？好')).toEqual([['你好。', '今天怎么样？'], ['好']]);
  });

  test('that do not end are cut where they breathe, and nothing of them is lost', () => {
    const text = `${'so many words, '.repeat(60)}${'长'.repeat(900)}${'🦊a'.repeat(300)}`;
    const [said = [], last = []] = cut(text);
    const all = [...said, ...last];
    expect(all.join('')).toBe(text);
    expect(said[0]).toMatch(/words, (so many )?$/);
    for (const piece of all) {
      expect(piece.length).toBeLessThanOrEqual(400);
      expect(piece.isWellFormed()).toBe(true);
    }
  });

  test('without a letter or a digit are not spoken', () => {
    expect(cut('... !!! \n', ' — ')).toEqual([[], []]);
  });
});

describe('SSML', () => {
  test('is read with its breaks, its substitutions and its entities', () => {
    const pieces = readSsml(
      '<?xml version="1.0"?><speak rate="1.2">Salt &amp; <b>pepper</b><break time="500ms"/>' +
        '<sub alias="World Wide Web">WWW <i>x</i></sub> it is<!-- no --></speak>',
    );
    expect(pieces).toEqual([
      { text: 'Salt & pepper', pauseMs: 500, written: 'Salt & pepper' },
      { text: 'World Wide Web it is', pauseMs: 0, written: 'WWW x it is' },
    ]);
    expect(spokenSsml(pieces)).toBe('Salt & pepperWorld Wide Web it is');
  });

  test.each([
    'hello',
    '<p>hello</p>',
    '<speak>hello',
    '<speak>hello</p></speak>',
    '<speak><b>hello</speak></b>',
    '<speak>a < b</speak>',
    '<speak>a & b</speak>',
    '<speak>&nothing;</speak>',
    '<speak a=1>hello</speak>',
    '<speak a="1" a="2">hello</speak>',
    '<speak>hello</speak> there',
    '<speak>one</speak><speak>two</speak>',
    '<speak><break time="long"/></speak>',
    '',
  ])('%j is refused as not well-formed', (document) => {
    expect(() => readSsml(document)).toThrow('not well-formed SSML');
  });
});

test('a Han character counts 2, any other 1', () => {
  expect(weightedLength('你好, world')).toBe(4 + 7);
  expect(weightedLength('漢字かな')).toBe(6);
  expect(weightedLength('한글')).toBe(2);
  expect(weightedLength('🦊')).toBe(1);
});

test('words stand at their code points, Han characters one by one', () => {
  expect(wordsOf('🦊 don\u2019t 你好!')).toEqual([
    { text: 'don\u2019t', beginIndex: 2, endIndex: 7 },
    { text: '你', beginIndex: 8, endIndex: 9 },
    { text: '好', beginIndex: 9, endIndex: 10 },
  ]);
});

test('what stands in a tag costs nothing, what stands between tags does, said or not', () => {
  const taking = new TextIntake({ enable_ssml: true } as TaskParameters);
  const due = taking.add(
    '<speak>Hi. <sub alias="World Wide Web">WWW</sub> is old.<break/> It <p>is</p>.</speak>',
  );
  expect(due.map((sentence) => taking.bill(sentence))).toEqual([3, 15, 22]);
});
