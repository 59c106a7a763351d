import { expect, onTestFinished, test } from 'vitest';
import { loudness } from './audio-compare.ts';
import { eventually } from './eventually.ts';
import { encodeSpeech, SpeechDecoder } from './opus-speech.ts';

const tone = Int16Array.from(
  { length: 9_600 },
  (_, at) => 8_000 * Math.sin((2 * Math.PI * 440 * at) / 48_000),
);

function decoder(): SpeechDecoder {
  const made = new SpeechDecoder();
  onTestFinished(() => made.close());
  return made;
}

test('what a speaker sent is decoded, what came before the decoder was there, too, and the rest with it', async () => {
  const packets = await encodeSpeech(tone, 48_000);
  const heard = decoder();
  for (const packet of packets.slice(0, 4)) heard.take(packet);
  await eventually(() => heard.samples.length > 0, 'the decoder');
  const first = heard.samples;
  expect(first).toHaveLength(4 * 960);
  expect(heard.samples).toBe(first);
  for (const packet of packets.slice(4, 8)) heard.take(packet);
  expect(heard.samples).toHaveLength(8 * 960);
  expect(heard.samples.subarray(0, first.length)).toEqual(first);
  expect(loudness(heard.samples)).toBeGreaterThan(3_000);
  expect(heard.undecodable).toBe(0);
});

test('what is no Opus is counted and left out, also if nobody asks for the sound', async () => {
  const [packet = new Uint8Array()] = await encodeSpeech(tone, 48_000);
  const heard = decoder();
  heard.take(packet);
  await eventually(() => heard.samples.length > 0, 'the decoder');
  heard.take(Uint8Array.of(0xff, 0xff, 0xff));
  expect(heard.undecodable).toBe(1);
  heard.take(packet);
  expect(heard.samples).toHaveLength(2 * 960);
  expect(heard.undecodable).toBe(1);
});

test('what is forgotten is heard no more', async () => {
  const packets = await encodeSpeech(tone, 48_000);
  const heard = decoder();
  for (const packet of packets) heard.take(packet);
  await eventually(() => heard.samples.length > 0, 'the decoder');
  heard.take(packets[0] ?? new Uint8Array());
  heard.forget();
  expect(heard.samples).toHaveLength(0);
});
