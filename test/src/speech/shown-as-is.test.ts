import { describe, expect, it } from 'vitest';
import { renderReadAloud } from '../../../src/speech/channel-page.ts';
import { renderDictionary } from '../../../src/speech/dictionary-page.ts';
import { renderQueue } from '../../../src/speech/queue-page.ts';
import { usualReadAloud } from '../../../src/speech/read-aloud.ts';
import { renderVoice } from '../../../src/speech/voice-page.ts';
import { wordsFor } from '../../../src/words/index.ts';
import { voiceOf } from '../../support/desks.ts';
import { FakeMessenger } from '../../support/fake-messenger.ts';
import { ada, guildId, names, SpeechWorld, textChannel, voiceChannel } from '../../support/speech-world.ts';

const words = wordsFor('en-US');
/** What a person can have said through escaped marks or code, which reading leaves in. */
const hostile = '@everyone <@1> **b** ||s|| [a](https://b.c) `x`';
const raw = /(?<!\\)(@everyone|<@1>|\*\*b|\|\|s|\[a\]|`x)/;

const waiting = {
  utterance: {
    id: '1',
    reference: 'TEST-1',
    guildId,
    userId: ada,
    locale: 'en-US',
    input: hostile,
    spoken: hostile,
    request: { model: 'tts-v3-flash', voice: voiceOf({ name: hostile }), format: 'opus' },
    reserved: 5,
    at: 0,
    origin: { is: 'written', channelId: textChannel },
  },
  state: { is: 'waiting' },
} as const;

describe('what people wrote is shown as it is, without pinging anybody and without markdown', () => {
  it.each([
    ['in the line', renderQueue([waiting], voiceChannel, words)],
    [
      'on the page of a voice',
      renderVoice(
        {
          scope: 'me',
          sound: { model: 'tts-v3-flash', voice: voiceOf({ name: hostile }), instruction: hostile },
          decisions: { person: {}, guild: {}, operator: {} },
        },
        words,
      ),
    ],
    [
      'on the page of a channel',
      renderReadAloud(
        { channelId: textChannel, reading: { ...usualReadAloud, exceptPrefix: '**b **' }, seesInto: true },
        words,
      ),
    ],
    ['in the dictionary', renderDictionary([{ word: hostile, as: hostile, pinyin: hostile }], words).body],
  ])('%s', (_, body) => {
    const shown = FakeMessenger.textOf(body).replaceAll('\\\\', '\\');
    expect(shown).toMatch(/\\\*\\\*b/);
    expect(shown).not.toMatch(raw);
    expect(body.mentions).toBeUndefined();
  });

  it('in captions', async () => {
    const speech = new SpeechWorld();
    speech.join(ada);
    const text = '\\*\\*b \\@everyone \\<\\@1\\>';
    speech.synthesis.scripts.push({ words: [{ text: '**b', beginMs: 0, endMs: 9, sentence: 0 }] });
    await speech.desk.say(speech.order(), { text, names, captions: true });
    await speech.clock.advance(5_000);
    const shown = speech.panels().join('').replaceAll('\\\\', '\\');
    expect(shown).toMatch(/\\\*\\\*b/);
    expect(shown).not.toMatch(raw);
    await speech.close();
  });
});
