import * as fc from 'fast-check';
import { afterAll, describe, expect, it } from 'vitest';
import { openGrowth } from '../support/steps/growth.ts';
import { drawnFamily, knownFamilies } from '../support/steps/hostile-texts.ts';

const { counter, steepOf } = openGrowth();
afterAll(() => counter.close());

const { readers } = await import('../support/steps/text-readers.ts');

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
