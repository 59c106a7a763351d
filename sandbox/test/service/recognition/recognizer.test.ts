import { describe, expect, test } from 'vitest';
import { recognize, unknownSpeech } from '../../../service/recognition/recognizer.ts';
import { Sayer } from '../../../service/recognition/sayer.ts';
import { VoicedSounds } from '../../../service/recognition/voiced-sounds.ts';
import { BuiltInSpeaker } from '../../../service/synthesis/speech/built-in-voice.ts';

const it = test.extend('voices', () => voices());

const rateHz = 16_000;
const sentences = [
  'The library opens at nine tomorrow morning.',
  'Could you tell me who is here?',
  'A paper kite flew over the dunes.',
];

async function voices() {
  const voiced = new VoicedSounds(() => 0);
  const sayer = new Sayer(new BuiltInSpeaker(), voiced);
  const said = await Promise.all(
    sentences.map(
      async (text, index) => (await sayer.say(text, { voice: `voice-${index}`, rateHz })).samples,
    ),
  );
  return { voiced, said };
}

/** Sounds laid over each other, each from a time on. */
function mixed(...parts: readonly (readonly [atMs: number, samples: Int16Array])[]): Int16Array {
  const length = Math.max(...parts.map(([atMs, samples]) => atMs * 16 + samples.length)) + 8_000;
  const all = new Int16Array(length);
  for (const [atMs, samples] of parts)
    for (const [index, sample] of samples.entries()) {
      const at = atMs * 16 + index;
      all[at] = Math.max(-32_768, Math.min(32_767, (all[at] ?? 0) + sample));
    }
  return all;
}

describe('what the sandbox has voiced', () => {
  it('is known again, wherever it begins and however loud it is', ({ voices: { voiced, said } }) => {
    for (const [index, samples] of said.entries()) {
      const quiet = samples.map((sample) => sample * 0.2);
      const [found, ...others] = recognize(mixed([731, quiet]), voiced.lately);
      expect(found).toMatchObject({ text: sentences[index], whole: true });
      expect(Math.abs((found?.beginMs ?? 0) - 731)).toBeLessThan(20);
      expect(others).toEqual([]);
    }
  });

  it('is known again under noise, and when two speak at once', ({ voices: { voiced, said } }) => {
    const [one = new Int16Array(), two = new Int16Array()] = said;
    const texts = recognize(mixed([0, one], [400, two.map((sample) => sample * 0.8)]), voiced.lately).map(
      ({ text }) => text,
    );
    expect(texts).toEqual([sentences[0], sentences[1]]);
  });

  it('lacks the words that did not arrive', ({ voices: { voiced, said } }) => {
    const [whole = new Int16Array()] = said;
    const cut = whole.slice();
    cut.fill(0, Math.round(whole.length * 0.55));
    const [found] = recognize(cut, voiced.lately);
    expect(found?.whole).toBe(false);
    expect(found?.text).toMatch(/^The library .*…$/);
    expect(found?.text).not.toContain('morning');
  });

  it.each([-20, 5, 20, 60, 120])(
    'is known again whole, and as nothing else, with a pause between two words that is %i ms longer',
    async (longerMs) => {
      const voiced = new VoicedSounds(() => 0);
      const sayer = new Sayer(new BuiltInSpeaker(), voiced);
      for (const text of ['They have been friends ever since.', 'Yeah.', 'Ahem.'])
        await sayer.say(text, { voice: 'ann', rateHz });
      const text = 'Somebody, what is forty eight plus fourteen?';
      const { samples, words } = await sayer.say(text, { voice: 'ann', rateHz });
      const pauseAt = ((words[0]?.endMs ?? 0) + (words[1]?.beginMs ?? 0)) * 8;
      const head = samples.slice(0, pauseAt + Math.min(0, longerMs) * 16);
      const heard = mixed([200, head], [200 + pauseAt / 16 + longerMs, samples.slice(pauseAt)]);
      expect(recognize(heard, voiced.lately)).toMatchObject([{ text, whole: true }]);
    },
  );

  it.each([
    { share: 0.5, longerMs: 40 },
    { share: 0.7, longerMs: -20 },
    { share: 0.7, longerMs: 40 },
  ])(
    'is known again whole with a word that is torn by $longerMs ms at $share of it',
    async ({ share, longerMs }) => {
      const voiced = new VoicedSounds(() => 0);
      const sayer = new Sayer(new BuiltInSpeaker(), voiced);
      await sayer.say('Wait a moment, please.', { voice: 'ann', rateHz });
      for (const name of ['Ada', 'Emcee']) {
        const text = `${name}, wait a moment, what is ten times eleven?`;
        const { samples, words } = await sayer.say(text, { voice: 'ann', rateHz });
        const { beginMs = 0, endMs = 0 } = words[1] ?? {};
        const tornAt = Math.round((beginMs + (endMs - beginMs) * share) * 16);
        const behind = 200 + tornAt / 16 + longerMs;
        const heard = mixed([200, samples.slice(0, tornAt)], [behind, samples.slice(tornAt)]);
        expect(recognize(heard, voiced.lately)).toMatchObject([{ text, whole: true }]);
      }
    },
  );

  it('is not heard in what nobody voiced', ({ voices: { voiced } }) => {
    const hum = Int16Array.from({ length: 48_000 }, (_, at) => 5_000 * Math.sin(at / 7) * Math.sin(at / 900));
    expect(recognize(hum, voiced.lately)).toEqual([]);
    expect(unknownSpeech(hum)).toBe('(speech, 3.0 s)');
  });

  it('is forgotten after a while', async () => {
    let now = 0;
    const voiced = new VoicedSounds(() => now);
    await new Sayer(new BuiltInSpeaker(), voiced).say('Hello.', { voice: 'ann', rateHz });
    expect(voiced.lately).toHaveLength(1);
    now = 11 * 60_000;
    expect(voiced.lately).toHaveLength(0);
  });
});
