import fc from 'fast-check';
import { expect, test } from 'vitest';
import { fromWireTime, toListTime } from '../../../../src/service/video/wire.ts';

test('a time of the service is eight hours ahead of UTC', () => {
  expect(fromWireTime('2026-01-01 08:00:00.250')).toBe(Date.UTC(2026, 0, 1, 0, 0, 0, 250));
  expect(fromWireTime('2026-01-01 00:30:00')).toBe(Date.UTC(2025, 11, 31, 16, 30));
});

test.each(['', 'yesterday', '2026-13-01 00:00:00', '2026-01-01', '20260101080000'])(
  '%j is no time',
  (text) => {
    expect(fromWireTime(text)).toBeUndefined();
  },
);

test('the list operation gets fourteen digits, eight hours ahead of UTC', () => {
  expect(toListTime(Date.UTC(2025, 11, 31, 16, 30, 5))).toBe('20260101003005');
});

test('what is written for the list operation reads back as the same second', () => {
  fc.assert(
    fc.property(fc.integer({ min: 0, max: 4_000_000_000 }), (seconds) => {
      const digits = toListTime(seconds * 1000);
      const spaced = digits.replace(/(....)(..)(..)(..)(..)(..)/, '$1-$2-$3 $4:$5:$6');
      expect(fromWireTime(spaced)).toBe(seconds * 1000);
    }),
  );
});
