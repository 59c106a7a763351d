import { describe, expect, test } from 'vitest';
import { lowestVideoBitsPerSecond, planShrink } from '../../../src/media/shrink.ts';

const megabyte = 1024 * 1024;

describe('the plan', () => {
  const film = { seconds: 10, width: 1_920, height: 1_080 };

  test.each([
    [10 * megabyte, 1_920],
    [2.5 * megabyte, 1_280],
    [megabyte, 854],
  ])('for %i bytes has a longer side of %i pixels', (maxBytes, longSide) => {
    expect(planShrink({ ...film, maxBytes })?.longSide).toBe(longSide);
  });

  test('never makes a video larger, and its sides are even', () => {
    expect(planShrink({ seconds: 10, width: 601, height: 480, maxBytes: megabyte })?.longSide).toBe(600);
  });

  test('keeps picture and sound together under the limit', () => {
    const plan = planShrink({ ...film, maxBytes: megabyte });
    const bits = (plan?.videoBitsPerSecond ?? 0) + (plan?.audioBitsPerSecond ?? 0);
    expect((bits * film.seconds) / 8).toBeLessThan(megabyte);
    expect((bits * film.seconds) / 8).toBeGreaterThan(0.9 * megabyte);
  });

  test('does not exist below the floor', () => {
    const bytesFor = (bits: number) => Math.ceil(((bits + 96_000) * film.seconds) / 8 / 0.94);
    expect(planShrink({ ...film, maxBytes: bytesFor(lowestVideoBitsPerSecond) })).toBeDefined();
    expect(planShrink({ ...film, maxBytes: bytesFor(lowestVideoBitsPerSecond - 1_000) })).toBeUndefined();
  });
});
