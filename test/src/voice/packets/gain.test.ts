import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { decibels, Gain } from '../../../../src/voice/packets/gain.ts';

const rateHz = 24_000;
const frame = (value = 10_000) => new Int16Array(480).fill(value);

function applied(gain: Gain, samples: Int16Array): Int16Array {
  gain.apply(samples);
  return samples;
}

describe('how loud PCM is', () => {
  test('stays as it was when nothing is asked for', () => {
    expect(applied(new Gain(rateHz), frame())).toEqual(frame());
  });

  test('is there after exactly as long as was asked for', () => {
    const gain = new Gain(rateHz);
    gain.glide(decibels(-20), 40);
    const gliding = [applied(gain, frame()), applied(gain, frame())];
    expect(gliding[1]?.at(-2)).toBeGreaterThan(1_000);
    expect(gliding[1]?.at(-1)).toBe(1_000);
    expect(new Set(applied(gain, frame()))).toEqual(new Set([1_000]));
  });

  test('is as it was to the bit once it is asked back', () => {
    const gain = new Gain(rateHz);
    gain.glide(decibels(-12), 20);
    applied(gain, frame());
    gain.glide(decibels(0), 20);
    applied(gain, frame());
    expect(applied(gain, frame(12_345))).toEqual(frame(12_345));
  });

  test('never jumps, whatever is asked for and when', () => {
    const wishes = fc.array(
      fc.tuple(fc.double({ min: 0, max: 1, noNaN: true }), fc.integer({ min: 10, max: 80 })),
    );
    fc.assert(
      fc.property(wishes, (all) => {
        const gain = new Gain(rateHz);
        let last = 10_000;
        let furthest = 0;
        for (const [factor, overMs] of all) {
          gain.glide(factor, overMs);
          for (const sample of applied(gain, frame())) {
            furthest = Math.max(furthest, Math.abs(sample - last));
            last = sample;
          }
        }
        // From one end to the other in 10 ms: 42 of 10,000 a sample.
        expect(furthest).toBeLessThanOrEqual(43);
      }),
      { numRuns: 50 },
    );
  });

  test('does not overflow what 16 bits hold', () => {
    const gain = new Gain(rateHz);
    gain.glide(decibels(6), 1);
    expect(applied(gain, frame(-30_000)).at(-1)).toBe(-32_768);
    expect(applied(gain, frame(30_000)).at(-1)).toBe(32_767);
  });
});
