import * as fc from 'fast-check';
import { afterAll, describe, expect, it } from 'vitest';
import { linear, openGrowth } from '../support/steps/growth.ts';
import { drawnFamily, knownFamilies } from '../support/steps/hostile-texts.ts';

const { counter, growth } = openGrowth();
afterAll(() => counter.close());

const { readers } = await import('../support/steps/text-readers.ts');

describe.each(Object.entries(readers))('%s', (_, read) => {
  it('needs twice the steps at most for a text twice as long, whatever it is made of', () => {
    for (const family of knownFamilies)
      expect(growth(read, family), JSON.stringify(family)).toBeLessThan(linear);
  });

  it('needs twice the steps at most for a text twice as long, whatever is drawn', () => {
    fc.assert(
      fc.property(drawnFamily, (family) => {
        expect(growth(read, family)).toBeLessThan(linear);
      }),
      { numRuns: 30 },
    );
  });
});
