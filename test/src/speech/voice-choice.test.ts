import { describe, expect, test } from 'vitest';
import { VoiceBook } from '../../../src/speech/voice-book.ts';
import { VoiceChoices } from '../../../src/speech/voice-choice.ts';
import { voices } from '../../support/desks.ts';
import { memorySettings } from '../../support/fake-settings.ts';
import { refusal } from '../../support/rejection.ts';
import { ada, guildId, SpeechWorld } from '../../support/speech-world.ts';

const it = test.extend('world', () => new SpeechWorld());

const book = new VoiceBook(voices, { model: 'tts-v3-flash' });
const namesFor = (...query: Parameters<VoiceBook['suggest']>) =>
  book.suggest(...query).map(({ name }) => name);
describe('suggestions of voices', () => {
  it('are all of them before anything is typed', () => {
    expect(namesFor('')).toEqual(['harbour', 'meadow', 'echo-1', 'plain']);
  });

  it.each([
    ['har', ['harbour']],
    ['harbor', ['harbour']],
    ['hrabour', ['harbour']],
    ['MEADW', ['meadow']],
    ['Echo 1', ['echo-1']],
    ['xylophone', []],
    ['x', []],
  ])('for %s are %j', (typed, expected) => expect(namesFor(typed)).toEqual(expected));

  it('are only those that the chosen model has', () => {
    expect(namesFor('', 'tts-v2')).toEqual(['harbour', 'plain']);
    expect(namesFor('', 'tts-v3.5-flash')).toEqual(['echo-1']);
    expect(namesFor('', 'tts-v3-plus')).toEqual([]);
  });

  it('begin with those that speak the language', () => {
    const two = new VoiceBook(
      voices.map((voice) => (voice.name === 'plain' ? { ...voice, languages: ['zh'] } : voice)),
      { model: 'tts-v2' },
    );
    expect(two.suggest('', undefined, 'zh-CN')[0]?.name).toBe('plain');
  });
});

describe('without a list of voices', () => {
  it("the operator's voice is the only one", () => {
    const only = new VoiceBook([], { model: 'tts-v3.5-flash', voice: 'ours' });
    expect(only.suggest('')).toEqual([expect.objectContaining({ name: 'ours', kind: 'cloned' })]);
  });

  it('and without a voice there is none, and people are told', async () => {
    const world = new SpeechWorld({ voices: [], voice: undefined });
    expect(await refusal(world.desk.voices.soundFor(guildId, ada))).toEqual({ code: 'speech-no-voice' });
    await world.close();
  });
});

describe('how somebody is spoken for', () => {
  it("is theirs before their guild's before the operator's, each setting for itself", async ({
    world: { desk },
  }) => {
    await desk.voices.changeGuild(
      { guildId, userId: '100' },
      { voice: 'meadow', rate: 0.8, volume: 70 },
      false,
    );
    await desk.voices.changeMine(guildId, ada, { rate: 1.2 }, false);
    expect(await desk.voices.soundFor(guildId, ada)).toMatchObject({
      voice: { name: 'meadow' },
      model: 'tts-v3-flash',
      rate: 1.2,
      volume: 70,
    });
    expect(await desk.voices.soundFor(guildId)).toMatchObject({ voice: { name: 'meadow' }, rate: 0.8 });
    expect(await desk.voices.soundFor('400000000000000002', ada)).toMatchObject({
      voice: { name: 'harbour' },
      rate: 1.2,
    });
  });

  it('is remembered, added to, and forgotten on demand', async ({ world: { desk, people } }) => {
    await desk.voices.changeMine(guildId, ada, { voice: 'Meadow', pitch: 1.1 }, false);
    await desk.voices.changeMine(guildId, ada, { volume: 60 }, false);
    expect(await people.get(ada)).toEqual({ voice: 'meadow', pitch: 1.1, volume: 60 });
    await desk.voices.changeMine(guildId, ada, {}, true);
    expect(await people.get(ada)).toBeUndefined();
  });

  it('takes a voice with another model along, and drops what the new voice has not', async ({
    world: { desk, people },
  }) => {
    await desk.voices.changeMine(guildId, ada, { voice: 'meadow', instruction: 'calm' }, false);
    await desk.voices.changeMine(guildId, ada, { voice: 'plain' }, false);
    expect(await people.get(ada)).toEqual({ voice: 'plain' });
    expect(await desk.voices.soundFor(guildId, ada)).toMatchObject({ model: 'tts-v2' });
  });

  it('passes over what does not fit any more', async ({ world: { desk, people } }) => {
    await people.set(ada, { voice: 'gone', model: 'tts-v3-plus', instruction: 'calm', rate: 1.5 });
    expect(await desk.voices.soundFor(guildId, ada)).toEqual({
      voice: voices[0],
      model: 'tts-v3-flash',
      rate: 1.5,
    });
  });

  it.each([
    ['an unknown voice', { voice: 'Harbuor2x' }, { code: 'speech-voice-unknown' }],
    [
      'a voice with a model that lacks it',
      { voice: 'plain', model: 'tts-v3-flash' },
      { code: 'speech-voice-other-model', models: ['tts-v2'] },
    ],
    [
      'a model that the present voice lacks',
      { model: 'tts-v3-plus' },
      { code: 'speech-voice-other-model', voice: 'Harbour' },
    ],
    [
      'a rate beyond the range',
      { rate: 2.5 },
      { code: 'speech-option-range', option: 'rate', min: 0.5, max: 2 },
    ],
    ['a volume that is not whole', { volume: 50.5 }, { code: 'speech-option-range', option: 'volume' }],
    [
      'an instruction for a voice without any',
      { instruction: 'calm' },
      { code: 'speech-option-not-for-voice', option: 'instruction' },
    ],
    [
      'one that the voice is not marked with',
      { voice: 'meadow', instruction: 'angry' },
      { code: 'speech-option-one-of', allowed: ['calm', 'bright'] },
    ],
    [
      'one that is too long in Han',
      { voice: 'echo-1', instruction: '慢'.repeat(51) },
      { code: 'speech-instruction-too-long', limit: 100 },
    ],
  ] as const)('%s is refused and changes nothing', async (_, changes, facts) => {
    const { desk, people } = new SpeechWorld();
    expect(await refusal(desk.voices.changeMine(guildId, ada, changes, false))).toMatchObject(facts);
    expect(await people.get(ada)).toBeUndefined();
  });

  it('two changes at the same moment are both kept, whichever process makes them', async ({
    world: { desk, people, guilds },
  }) => {
    const parts = { people, guilds: memorySettings(guilds).page('speech'), book };
    const other = new VoiceChoices({ ...parts, usual: { model: 'tts-v3-flash', voice: 'harbour' } });
    await Promise.all([
      desk.voices.changeMine(guildId, ada, { rate: 1.5 }, false),
      other.changeMine(guildId, ada, { volume: 40 }, false),
    ]);
    expect(await people.get(ada)).toEqual({ rate: 1.5, volume: 40 });
  });

  it('an unknown voice is answered with similar ones', async ({ world: { desk } }) => {
    expect(await refusal(desk.voices.changeMine(guildId, ada, { voice: 'mdow' }, false))).toMatchObject({
      similar: ['Meadow'],
    });
  });

  it('any instruction does for a cloned voice', async ({ world: { desk } }) => {
    await desk.voices.changeMine(guildId, ada, { voice: 'echo', instruction: 'like a pirate' }, false);
    expect(await desk.voices.soundFor(guildId, ada)).toMatchObject({ instruction: 'like a pirate' });
  });
});
