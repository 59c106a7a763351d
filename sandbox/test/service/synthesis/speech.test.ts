import { describe, expect, test } from 'vitest';
import { findProgram } from '../../../service/rendering/find-program.ts';
import { BuiltInSpeaker } from '../../../service/synthesis/speech/built-in-voice.ts';
import { EspeakSpeaker } from '../../../service/synthesis/speech/espeak.ts';
import { languageOf } from '../../../service/synthesis/speech/language.ts';
import { resample } from '../../../service/synthesis/speech/resample.ts';
import type { Manner, Speaker } from '../../../service/synthesis/speech/speaker.ts';

const manner: Manner = { voice: 'harbor', language: 'en', rate: 1, pitch: 1, seed: 0, instruction: '' };
const never = new AbortController().signal;
const espeak = findProgram('espeak-ng');
if (!espeak) process.stderr.write('skipped: speech by espeak-ng (espeak-ng is not on PATH)\n');
const speakers: Speaker[] = [new BuiltInSpeaker(), ...(espeak ? [new EspeakSpeaker(espeak)] : [])];

const level = (samples: Float32Array) =>
  Math.sqrt(samples.reduce((sum, value) => sum + value ** 2, 0) / Math.max(1, samples.length));

/** How often the sound repeats itself a second: the lag at which it is most like itself. */
function pitchOf(samples: Float32Array, rateHz: number): number {
  const at = Math.floor(samples.length / 3);
  const piece = samples.subarray(at, at + Math.floor(rateHz / 4));
  let best = { lag: 0, value: 0 };
  for (let lag = Math.floor(rateHz / 500); lag < rateHz / 60; lag += 1) {
    let value = 0;
    for (let index = lag; index < piece.length; index += 1) {
      value += (piece[index] ?? 0) * (piece[index - lag] ?? 0);
    }
    if (value > best.value) best = { lag, value };
  }
  return rateHz / best.lag;
}

describe.each(speakers)('$name', (speaker) => {
  test('says the same twice alike, and another text otherwise', async () => {
    const [one, two, other] = [
      await speaker.speak('A red fox.', manner, never),
      await speaker.speak('A red fox.', manner, never),
      await speaker.speak('A blue whale.', manner, never),
    ];
    expect(one.samples).toEqual(two.samples);
    expect(one.samples).not.toEqual(other.samples);
    expect(level(one.samples)).toBeGreaterThan(0.02);
    expect(one.samples.every((value) => Math.abs(value) <= 1)).toBe(true);
  });

  test('times its words one after another, where they sound', async () => {
    const { samples, sampleRateHz, words } = await speaker.speak(
      'Hello there, big wide world.',
      manner,
      never,
    );
    expect(words.map(({ text }) => text)).toEqual(['Hello', 'there', 'big', 'wide', 'world']);
    let end = 0;
    for (const word of words) {
      expect(word.beginMs).toBeGreaterThanOrEqual(end);
      expect(word.endMs).toBeGreaterThan(word.beginMs);
      end = word.endMs;
      const within = samples.subarray(
        (word.beginMs * sampleRateHz) / 1_000,
        (word.endMs * sampleRateHz) / 1_000,
      );
      expect(level(within)).toBeGreaterThan(level(samples) / 3);
    }
    expect(end).toBeLessThanOrEqual(Math.ceil((samples.length / sampleRateHz) * 1_000) + 5);
  });

  test('says Han characters, one timed word each', async () => {
    const { samples, words } = await speaker.speak('你好世界', { ...manner, language: 'zh' }, never);
    expect(words.map(({ text }) => text)).toEqual(['你', '好', '世', '界']);
    expect(level(samples)).toBeGreaterThan(0.02);
  });

  test('is faster at a higher rate, and higher at a higher pitch', async () => {
    const [plain, fast, high] = [
      await speaker.speak('Aaaa aaaa aaaa.', manner, never),
      await speaker.speak('Aaaa aaaa aaaa.', { ...manner, rate: 2 }, never),
      await speaker.speak('Aaaa aaaa aaaa.', { ...manner, pitch: 1.6 }, never),
    ];
    expect(plain.samples.length / fast.samples.length).toBeGreaterThan(1.4);
    expect(pitchOf(high.samples, high.sampleRateHz)).toBeGreaterThan(
      pitchOf(plain.samples, plain.sampleRateHz) * 1.1,
    );
  });

  test('stops when it is told so', async () => {
    await expect(speaker.speak('Hello.', manner, AbortSignal.abort())).rejects.toThrow();
  });
});

test("the language is the hint, or else that of the script, or else the voice's own", () => {
  expect(languageOf('hello', 'fr', ['en'])).toBe('fr');
  expect(languageOf('你好', undefined, ['en'])).toBe('zh');
  expect(languageOf('日本のこと', undefined, ['en'])).toBe('ja');
  expect(languageOf('привет', undefined, [])).toBe('ru');
  expect(languageOf('hallo', undefined, ['zh', 'de'])).toBe('de');
  expect(languageOf('hello', undefined, ['zh'])).toBe('en');
});

test.each([
  [22_050, 24_000],
  [22_050, 8_000],
  [24_000, 48_000],
  [24_000, 44_100],
])('a tone of 1 kHz stays one from %d to %d Hz', (fromHz, toHz) => {
  const tone = (rateHz: number) =>
    Float32Array.from({ length: rateHz / 2 }, (_, at) => 0.5 * Math.sin((2 * Math.PI * 1_000 * at) / rateHz));
  const [made, wanted] = [resample(tone(fromHz), fromHz, toHz), tone(toHz)];
  expect(made.length).toBe(wanted.length);
  const [from, to] = [500, wanted.length - 500];
  const off = wanted.subarray(from, to).map((value, at) => value - (made[at + from] ?? 0));
  expect(level(off)).toBeLessThan(0.01);
});
