import * as fc from 'fast-check';
import { afterAll, describe, expect, it } from 'vitest';
import { openGrowth } from '../support/steps/growth.ts';
import { drawnFamily, knownFamilies } from '../support/steps/hostile-texts.ts';

/**
 * Every reader of what people write: twice the text is twice the steps, whatever it is made of. Steps are counted, not
 * timed (`count-steps.ts` says what a step is, and why that is honest), so a busy machine changes nothing. The sizes are
 * small because what grows with the square of a text shows at 400 characters as well as at 4,000.
 */
const { counter, growth, steepOf, stepsOf } = openGrowth();
afterAll(() => counter.close());

const { readers } = await import('../support/steps/text-readers.ts');
const { Pronouncer } = await import('../../src/speech/pronunciation.ts');
const { cutToFit } = await import('../../src/service/synthesis/text-cutting.ts');

/** Looks at what it holds with every letter, so a quarter of the text is as much work. */
const slow = 'TextFeed, a character at a time';

describe.each(Object.entries(readers))('%s', (name, read) => {
  const characters = name === slow ? 100 : 400;

  it('needs twice the steps at most for a text twice as long, whatever it is made of', () => {
    expect(steepOf(read, knownFamilies, characters)).toEqual([]);
  });

  it('needs twice the steps at most for a text twice as long, whatever is drawn', () => {
    expect(steepOf(read, fc.sample(drawnFamily, 16), characters)).toEqual([]);
  });
});

describe('what held the event loop up', () => {
  const again = (piece: string, before = '') => ({ before, again: piece, after: '' });

  it.each([
    ['10,000 brackets', 'spokenText', again('['), 2_000],
    [
      'a bracket and thousands of slashes',
      'spokenText',
      { before: '[', again: '/', after: ' x](http://a)' },
      1_000,
    ],
    ['one abbreviation after the other', 'sentencesOf', again('Dr. '), 4_000],
    ['newlines that come one by one', 'TextFeed, a character at a time', again('\n'), 2_000],
    ['words that are not in the text', 'spokenSoFar, words of something else', again('a'), 2_000],
  ] as const)('%s: takes twice the steps when it is twice as long', (_, name, family, characters) => {
    expect(growth(readers[name] ?? String, family, characters)).toBeLessThan(2.2);
  });

  it('one abbreviation after the other, cut into messages: takes twice the steps when it is twice as long', () => {
    expect(growth((text) => cutToFit(text, 3_000), again('Dr. '), 6_000)).toBeLessThan(2.2);
  });

  it('a text of which little is shown: takes no longer however long it is', () => {
    const show = readers.showAsIs ?? String;
    expect(stepsOf(show, again('*'), 1_000_000)).toBe(stepsOf(show, again('*'), 10_000));
  });
});

describe('a dictionary of 500 words', () => {
  const words = (letter: string) =>
    Array.from({ length: 500 }, (_, index) => ({ word: `${letter.repeat(55)}${index}`, as: 'x' }));

  it.each([
    ['ordinary', 'word', 'some ordinary words, word12 and wordword of them. '],
    ['hostile', 'a', 'a'],
    ['hostile and Chinese', '哈', '哈'],
  ])('costs a text no more than one of 5 words: %s', async (_, letter, text) => {
    const steps = async (count: number) => {
      const pronouncer = await Pronouncer.of(words(letter).slice(0, count));
      return stepsOf((each) => pronouncer.read(each), again(text), 1_000);
    };
    expect(await steps(500)).toBeLessThan(1.2 * (await steps(5)));
  });

  const again = (piece: string) => ({ before: '', again: piece, after: '' });

  it('is made ready in steps that grow with its letters', async () => {
    const steps = async (count: number) =>
      await counter.stepsOfAll(async () => await Pronouncer.of(words('a').slice(0, count)));
    await steps(500);
    expect((await steps(500)) / (await steps(250))).toBeLessThan(2.2);
  });
});
