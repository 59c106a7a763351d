import fc from 'fast-check';
import { expect, test } from 'vitest';
import { median, percentile, ratioOf, spreadOf } from '../../../bench/support/statistics.ts';

const hundred = Array.from({ length: 100 }, (_, index) => 100 - index);

test.each([
  [0, 1],
  [1, 1],
  [50, 50],
  [95, 95],
  [99, 99],
  [99.5, 100],
  [100, 100],
])('percentile %d of the numbers 1 to 100, in any order, is %d', (percent, expected) => {
  expect(percentile(hundred, percent)).toBe(expected);
});

test('a percentile is one of the values, and enough of them do not exceed it', () => {
  const numbers = fc.array(fc.double({ noNaN: true }), { minLength: 1 });
  fc.assert(
    fc.property(numbers, fc.double({ min: 0, max: 100, noNaN: true }), (values, percent) => {
      const found = percentile(values, percent);
      expect(values).toContain(found);
      expect(values.filter((value) => value <= found).length).toBeGreaterThanOrEqual(
        Math.floor((percent / 100) * values.length),
      );
    }),
  );
});

test('there is no percentile of nothing, nor one beyond a hundred', () => {
  expect(() => percentile([], 50)).toThrow(RangeError);
  expect(() => percentile([1], 101)).toThrow(RangeError);
  expect(() => percentile([1], Number.NaN)).toThrow(RangeError);
});

test('the median of an even number of values lies between the two in the middle', () => {
  expect(median([40, 10, 20, 30])).toBe(25);
  expect(median([3, 1, 2])).toBe(2);
});

test('a spread keeps the middle and both ends, and leaves the values as they were', () => {
  const values = [30, 10, 20];
  expect(spreadOf(values)).toEqual({ median: 20, min: 10, max: 30 });
  expect(values).toEqual([30, 10, 20]);
});

test('a ratio is taken round by round, so that a slow round does not distort it', () => {
  expect(ratioOf([10, 100, 20], [20, 200, 40])).toEqual({ median: 0.5, min: 0.5, max: 0.5 });
  expect(ratioOf([10, 10], [5, 20])).toEqual({ median: 1.25, min: 0.5, max: 2 });
});

test('there is no ratio to nothing', () => {
  expect(ratioOf([1, 2], [1, 0])).toBeUndefined();
  expect(ratioOf([], [])).toBeUndefined();
  expect(ratioOf([1, 2], [1])).toBeUndefined();
});
