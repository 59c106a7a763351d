import { describe, expect, test } from 'vitest';
import { compareSound, loudness, type Sound } from './audio-compare.ts';
import { babble } from './opus-babble.ts';
import { encodeSpeech, SpeechDecoder } from './opus-speech.ts';

const said: Sound = { samples: babble(1_500, 48_000, 7), sampleRateHz: 48_000 };

function shifted(samples: Int16Array, leadMs: number, tailMs = 0): Int16Array {
  const lead = leadMs * 48;
  const result = new Int16Array(samples.length + lead + tailMs * 48);
  result.set(samples, lead);
  return result;
}

function heard(samples: Int16Array): Sound {
  return { samples, sampleRateHz: 48_000 };
}

describe('comparing what was heard with what was said', () => {
  test('the same sound later and quieter is the same', () => {
    const quiet = shifted(said.samples, 437, 300).map((sample) => sample / 4);
    const likeness = compareSound(said, heard(quiet));
    expect(likeness.correlation).toBeGreaterThan(0.99);
    expect(likeness.lagMs).toBeCloseTo(437, 0);
    expect(likeness).toMatchObject({ missingHeadMs: 0, missingTailMs: 0 });
  });

  test('another sound is not', () => {
    const other = heard(babble(1_500, 48_000, 8));
    expect(compareSound(said, other).correlation).toBeLessThan(0.5);
  });

  test('silence and nothing at all are not', () => {
    for (const nothing of [new Int16Array(48_000), new Int16Array()]) {
      const likeness = compareSound(said, heard(nothing));
      expect(likeness.correlation).toBe(0);
      expect(likeness.missingHeadMs).toBeGreaterThan(500);
    }
  });

  test('a head that is cut off is missing, in milliseconds', () => {
    const likeness = compareSound(said, heard(shifted(said.samples.subarray(200 * 48), 100)));
    expect(likeness.lagMs).toBeCloseTo(-100, 0);
    expect(likeness.missingHeadMs).toBeGreaterThan(100);
    expect(likeness.missingHeadMs).toBeLessThanOrEqual(210);
    expect(likeness.missingTailMs).toBe(0);
  });

  test('a tail that is cut off is missing, in milliseconds', () => {
    const likeness = compareSound(said, heard(said.samples.subarray(0, 1_300 * 48)));
    expect(likeness.missingHeadMs).toBe(0);
    expect(likeness.missingTailMs).toBeGreaterThan(100);
    expect(likeness.missingTailMs).toBeLessThanOrEqual(210);
  });

  test('sounds of different rates are brought together', () => {
    const halved: Sound = {
      samples: said.samples.filter((_, index) => index % 2 === 0),
      sampleRateHz: 24_000,
    };
    expect(compareSound(halved, said).correlation).toBeGreaterThan(0.98);
  });

  test('a sound that went through Opus is the same', async () => {
    const decoder = new SpeechDecoder();
    for (const packet of await encodeSpeech(said.samples, 48_000)) decoder.take(packet);
    await expect.poll(() => decoder.samples.length).toBeGreaterThanOrEqual(said.samples.length);
    const likeness = compareSound(said, heard(decoder.samples));
    decoder.close();
    expect(likeness.correlation).toBeGreaterThan(0.97);
    expect(likeness).toMatchObject({ missingHeadMs: 0, missingTailMs: 0 });
  });

  test('loudness is the root mean square', () => {
    expect(loudness(Int16Array.of(300, -300, 300, -300))).toBe(300);
    expect(loudness(new Int16Array())).toBe(0);
  });
});
