import { createDecoder } from 'libopus-wasm';
import { expect, test } from 'vitest';
import { opusPackets, sayRateHz } from '../../console/say/opus-packets.ts';
import { voiceOf } from '../../console/say/say-route.ts';
import { recognize } from '../../service/recognition/recognizer.ts';
import { Sayer } from '../../service/recognition/sayer.ts';
import { VoicedSounds } from '../../service/recognition/voiced-sounds.ts';
import { BuiltInSpeaker } from '../../service/synthesis/speech/built-in-voice.ts';
import { EspeakSpeaker } from '../../service/synthesis/speech/espeak.ts';
import { espeak, skipsWithout } from '../support/needs.ts';

const member = voiceOf('1324000000000000013');

/** As a bot hears it: 16 kHz mono. */
async function heard(packets: readonly Uint8Array[]): Promise<Int16Array> {
  using decoder = await createDecoder({ sampleRate: 16_000, channels: 1 });
  const frames = packets.map((packet) => decoder.decode(packet).slice());
  return Int16Array.from(frames.flatMap((frame) => [...frame]));
}

test.each([
  ['en', 'Shall we begin?'],
  ['zh', '你好，大家好。'],
  ['es', '¿Dónde está la biblioteca?'],
  ['fr', 'Où est la gare ?'],
  ['de', 'Guten Abend zusammen.'],
  ['ja', 'こんにちは、元気ですか。'],
])('what is said in %s is recognised by the service when it comes back', async (language, text) => {
  const voiced = new VoicedSounds(() => 0);
  const sayer = new Sayer(new BuiltInSpeaker(), voiced);
  const { samples } = await sayer.say(text, { voice: member, rateHz: sayRateHz, language });
  const packets = await opusPackets(samples);
  expect(recognize(await heard(packets), voiced.lately)).toMatchObject([{ text, whole: true }]);
  expect(recognize(await heard(packets.slice(0, 5)), voiced.lately)).not.toMatchObject([{ whole: true }]);
});

test.skipIf(skipsWithout('espeak', 'similar sentences'))(
  'a sentence that begins as others do is heard once, and as itself',
  async () => {
    const voiced = new VoicedSounds(() => 0);
    const sayer = new Sayer(new EspeakSpeaker(espeak ?? ''), voiced);
    const say = async (text: string) => (await sayer.say(text, { voice: member, rateHz: sayRateHz })).samples;
    const text = 'Yesterday I went to the market and bought 7 apples.';
    await say('Yesterday I went to the market and bought 6 apples.');
    await say('Emcee, tell me about the old railway.');
    const spoken = await heard(await opusPackets(await say(text)));
    const audio = Int16Array.from([...new Int16Array(4_801), ...spoken, ...new Int16Array(12_800)]);
    expect(recognize(audio, voiced.lately).map((each) => each.text)).toEqual([text]);
  },
);
