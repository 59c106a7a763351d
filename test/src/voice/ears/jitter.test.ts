import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { ReorderWindow } from '../../../../src/voice/ears/jitter.ts';

function played(window: ReorderWindow<number>, ...sequences: number[]) {
  return sequences
    .flatMap((sequence) => window.add(sequence, sequence))
    .map(({ item, missing }) => [item, missing]);
}

describe('packets in order', () => {
  test('pass at once, over the wrap of 16 bits too', () => {
    expect(played(new ReorderWindow(), 65_534, 65_535, 0, 1)).toEqual([
      [65_534, 0],
      [65_535, 0],
      [0, 0],
      [1, 0],
    ]);
  });
});

describe('a packet that was overtaken', () => {
  test('takes its place when it comes in time', () => {
    const window = new ReorderWindow<number>();
    expect(played(window, 10, 12, 13)).toEqual([[10, 0]]);
    expect(window.holding).toBe(true);
    expect(played(window, 11)).toEqual([
      [11, 0],
      [12, 0],
      [13, 0],
    ]);
  });

  test('is given up when four that are later wait for it', () => {
    const window = new ReorderWindow<number>();
    expect(played(window, 10, 12, 13, 14, 15)).toEqual([
      [10, 0],
      [12, 1],
      [13, 0],
      [14, 0],
      [15, 0],
    ]);
    expect(played(window, 11)).toEqual([]);
  });

  test('is given up when told to', () => {
    const window = new ReorderWindow<number>();
    played(window, 65_534, 1);
    expect(window.flush().map(({ item, missing }) => [item, missing])).toEqual([[1, 2]]);
    expect(played(window, 2)).toEqual([[2, 0]]);
  });
});

describe('a packet of no use', () => {
  test('is one that came, waits or is too late', () => {
    const window = new ReorderWindow<number>();
    played(window, 10, 12);
    expect([9, 10, 11, 12, 13].filter((sequence) => window.isStale(sequence))).toEqual([9, 10, 12]);
    expect(played(window, 10, 12, 9)).toEqual([]);
  });
});

test('a stream that starts over far away is followed at once, and loses nothing that waited', () => {
  const window = new ReorderWindow<number>();
  played(window, 10, 12);
  expect(played(window, 40_000, 40_001)).toEqual([
    [12, 1],
    [40_000, 0],
    [40_001, 0],
  ]);
});

test('whatever is lost, doubled or displaced by up to three, the order is kept and losses are counted', () => {
  const fate = fc.record({
    lost: fc.boolean(),
    twice: fc.boolean(),
    late: fc.integer({ min: 0, max: 2 }),
  });
  fc.assert(
    fc.property(
      fc.integer({ min: 0, max: 65_535 }),
      fc.array(fate, { minLength: 1, maxLength: 80 }),
      (first, fates) => {
        const sent = fates
          .flatMap(({ lost, twice, late }, index) => {
            if (lost && index > 0) return [];
            const packet = { index, at: index === 0 ? -1 : index + late };
            return twice ? [packet, { index, at: packet.at + 1.5 }] : [packet];
          })
          .toSorted((a, b) => a.at - b.at);
        const window = new ReorderWindow<number>();
        const out = sent.flatMap(({ index }) => window.add((first + index) % 65_536, index));
        out.push(...window.flush());
        let expected = 0;
        for (const { item, missing } of out) {
          expect(item).toBe(expected + missing);
          expected = item + 1;
        }
        const arrived = new Set(sent.map(({ index }) => index));
        expect(new Set(out.map(({ item }) => item))).toEqual(arrived);
      },
    ),
    { numRuns: 500 },
  );
});
