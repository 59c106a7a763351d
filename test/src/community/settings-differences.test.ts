import fc from 'fast-check';
import { expect, it } from 'vitest';
import { applyDifferences, differencesOf, inverseOf } from '../../../src/community/settings-differences.ts';

const leaf = fc.oneof(fc.boolean(), fc.integer(), fc.string({ maxLength: 4 }));
const names = fc.constantFrom('a', 'b', '__proto__', 'constructor', 'c');
const list = fc.uniqueArray(fc.integer({ min: 0, max: 9 }), { maxLength: 5 });
const plain = { noNullPrototype: true };
const branch = fc.dictionary(names, fc.oneof(leaf, list, fc.dictionary(names, leaf, plain)), plain);

it('leads from any settings to any others and back, whatever they are called', () => {
  fc.assert(
    fc.property(branch, branch, (before, after) => {
      const differences = differencesOf(before, after);
      const there = applyDifferences(before, differences);
      expect(differencesOf(there?.value, after)).toEqual([]);
      const back = applyDifferences(after, inverseOf(differences));
      expect(differencesOf(back?.value, before)).toEqual([]);
    }),
  );
});

it('says nothing about what is the same, or only in another order', () => {
  expect(differencesOf({ a: [1, 2], b: { c: 1 } }, { b: { c: 1 }, a: [2, 1] })).toEqual([]);
});

it("isn't made where something else is by now", () => {
  const [difference] = differencesOf({ a: 1 }, { a: 2 });
  expect(difference && applyDifferences({ a: 3 }, [difference])).toBeUndefined();
  const [gone] = differencesOf({ a: [1] }, { a: [] });
  expect(gone && applyDifferences({ a: [2] }, [gone])).toBeUndefined();
});
