import { expect, test } from 'vitest';
import type { Manner, Speaker } from '../../../service/synthesis/speech/speaker.ts';
import { spokenAt } from '../../../service/synthesis/speech/spoken-lately.ts';

const manner: Manner = { voice: 'harbor', language: 'en', rate: 1, pitch: 1, seed: 0, instruction: '' };
const never = new AbortController().signal;

/** Each text it's asked for, and silence of 100 ms. */
function countingSpeaker(): Speaker & { readonly asked: string[] } {
  const asked: string[] = [];
  return {
    name: 'built-in',
    asked,
    speak: async (text) => {
      asked.push(text);
      return { samples: new Float32Array(2_205), sampleRateHz: 22_050, words: [] };
    },
  };
}

test('a sentence is made once for a rate and a manner, and again for another of either', async () => {
  const speaker = countingSpeaker();
  const one = await spokenAt(24_000, speaker, 'A counted fox.', manner, never);
  expect(one).toMatchObject({ sampleRateHz: 24_000, samples: { length: 2_400 } });
  expect(await spokenAt(24_000, speaker, 'A counted fox.', manner, never)).toBe(one);
  expect(speaker.asked).toHaveLength(1);
  expect((await spokenAt(16_000, speaker, 'A counted fox.', manner, never)).samples).toHaveLength(1_600);
  await spokenAt(24_000, speaker, 'A counted fox.', { ...manner, pitch: 1.5 }, never);
  expect(speaker.asked).toHaveLength(3);
});

test('what was said long ago is made again, and what is said often is not', async () => {
  const speaker = countingSpeaker();
  for (let index = 0; index < 50; index += 1) {
    await spokenAt(24_000, speaker, 'Said often.', manner, never);
    await spokenAt(24_000, speaker, `Said once: ${index}.`, manner, never);
  }
  await spokenAt(24_000, speaker, 'Said once: 0.', manner, never);
  expect(speaker.asked.filter((text) => text === 'Said often.')).toHaveLength(1);
  expect(speaker.asked.filter((text) => text === 'Said once: 0.')).toHaveLength(2);
});

test('a sentence that failed is asked for again', async () => {
  const { speak, name } = countingSpeaker();
  const broken: Speaker = { name, speak: () => Promise.reject(new Error('no voice')) };
  await expect(spokenAt(24_000, broken, 'A failing fox.', manner, never)).rejects.toThrow('no voice');
  const speech = await spokenAt(24_000, { name, speak }, 'A failing fox.', manner, never);
  expect(speech.samples).toHaveLength(2_400);
});
