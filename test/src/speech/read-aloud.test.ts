import { describe, expect, test } from 'vitest';
import { Refusal } from '../../../src/refusal/refusal.ts';
import {
  ada,
  ben,
  guildId,
  openSpeech,
  SpeechWorld,
  textChannel,
  voiceChannel,
} from '../../support/speech-world.ts';

const it = test.extend('speech', () => opened());

const opened = async (...reading: Parameters<SpeechWorld['readAloud']>) => {
  const speech = openSpeech();
  speech.join(ben);
  await speech.readAloud(...reading);
  return speech;
};
describe('a channel that is read aloud', () => {
  it('is heard where its authors are, with who wrote, in the order it was written', async ({ speech }) => {
    speech.write(ada, 'good **morning**');
    speech.write(ada, 'how are you?');
    speech.write(ben, 'fine');
    await speech.settle();
    expect(speech.texts).toEqual(['person 1 said: good morning', 'how are you?', 'person 2 said: fine']);
    expect(speech.rooms.entered[0]).toMatchObject({
      channelId: voiceChannel,
      notices: { channelId: textChannel },
    });
  });

  it('has no panels and pings nobody', async ({ speech }) => {
    speech.write(ada, 'hello');
    await speech.settle();
    expect(speech.messenger.panels).toEqual([]);
    expect(speech.messenger.posted).toEqual([]);
  });

  it('is the only one: others are not read', async ({ speech }) => {
    speech.write(ada, 'hello', { channelId: '300000000000000055' });
    speech.write(ada, 'hello', { guildId: '400000000000000055' });
    await speech.settle();
    expect(speech.texts).toEqual([]);
  });

  it('is not read when its author is in no voice channel', async ({ speech }) => {
    speech.write('299', 'hello');
    await speech.settle();
    expect(speech.rooms.entered).toEqual([]);
  });

  it('is not read when its author is server-muted there, and nothing is written about it', async () => {
    const speech = await opened();
    speech.rooms.put(guildId, ada, voiceChannel, false, true);
    speech.write(ada, 'hello');
    speech.write(ben, 'hi');
    await speech.settle();
    expect(speech.texts).toEqual(['person 2 said: hi']);
    expect(speech.posts()).toEqual([]);
  });

  it.each([
    ['names where the bot is to those who see that', false],
    ['says no more than that it is busy where people read that who do not', true],
  ])('%s', async (_, hidden) => {
    const speech = await opened();
    const elsewhere = '300000000000000077';
    if (hidden) speech.hidden.add(elsewhere);
    speech.rooms.refusal = new Refusal({ code: 'voice-elsewhere', channelId: elsewhere });
    speech.write(ada, 'one');
    await speech.settle();
    expect(speech.posts()).toHaveLength(1);
    expect(speech.posts()[0]?.includes(elsewhere)).toBe(!hidden);
  });

  it('is read into the chosen channel wherever its author is, unless only those there are read', async () => {
    const speech = await opened({ into: '300000000000000010' });
    speech.write('299', 'from afar');
    await speech.settle();
    expect(speech.rooms.entered[0]?.channelId).toBe('300000000000000010');
    await speech.readAloud({ into: '300000000000000010', inVoiceOnly: true });
    speech.write(ada, 'elsewhere');
    await speech.settle();
    expect(speech.texts).toEqual(['person 9 said: from afar']);
  });

  it.each([
    ['of a bot or a webhook', { author: { automatic: true } }],
    ['that nobody wrote', { written: false }],
    ['of somebody without the role', { author: { roleIds: ['1'] } }],
    ['that begins with the prefix', { body: { content: '!play' } }],
    ['with nothing that can be said', { body: { content: '…' } }],
  ])('leaves a message alone %s', async (_, changes) => {
    const speech = await opened({ roleId: '77', exceptPrefix: '!' });
    speech.write(ada, 'hello', {
      ...changes,
      author: { roleIds: ['77'], ...('author' in changes ? changes.author : {}) },
    });
    await speech.settle();
    expect(speech.texts).toEqual([]);
  });

  it('reads bots where moderators want it, in the voice of those who chose nothing', async () => {
    const speech = await opened({ automatic: true, into: voiceChannel });
    await speech.desk.voices.changeMine(guildId, '299', { voice: 'meadow' }, false);
    speech.write('299', 'news', { author: { automatic: true } });
    await speech.settle();
    expect(speech.synthesis.tasks[0]?.request.voice.name).toBe('harbour');
  });

  it('reads each person in their own voice', async ({ speech }) => {
    await speech.desk.voices.changeMine(guildId, ada, { voice: 'meadow', rate: 1.5 }, false);
    speech.write(ada, 'a');
    speech.write(ben, 'b');
    await speech.settle();
    expect(speech.synthesis.tasks.map(({ request }) => [request.voice.name, request.rate])).toEqual([
      ['meadow', 1.5],
      ['harbour', undefined],
    ]);
  });

  it('names files, and reads no more than its seconds', async () => {
    const speech = await opened({ naming: 'never', maxSeconds: 5 });
    speech.write(ada, 'look', { body: { files: [{ kind: 'image', spoiler: false }] } });
    speech.write(ada, 'many words '.repeat(50));
    await speech.settle();
    expect(speech.texts[0]).toBe('look. an image');
    expect(speech.texts[1]).toMatch(/and so on$/);
    expect(speech.texts[1]?.length).toBeLessThan(100);
  });

  it("says the names of this server's words as its dictionary has them", async () => {
    const speech = await opened({ naming: 'never' });
    await speech.desk.dictionary.add({ guildId, userId: '100' }, { word: 'nginx', as: 'engine x' });
    speech.write(ada, 'NGINX is up');
    await speech.settle();
    expect(speech.texts).toEqual(['engine x is up']);
  });

  it("joins nobody's channel: when nobody is there, it is quiet about it", async () => {
    const speech = await opened({ into: voiceChannel });
    speech.rooms.refusal = new Refusal({ code: 'voice-nobody-there', channelId: voiceChannel });
    speech.write('299', 'hello');
    await speech.settle();
    expect(speech.messenger.posted).toEqual([]);
    expect(speech.spentCharacters()).toBe(0);
  });

  it('says in the channel why it is not heard, once in ten minutes for each reason, silently', async () => {
    const speech = await opened();
    speech.rooms.refusal = new Refusal({
      code: 'bot-lacks-permissions',
      permissions: ['Speak'],
      channelId: voiceChannel,
    });
    speech.write(ada, 'one');
    speech.write(ada, 'two');
    await speech.settle();
    expect(speech.posts()).toEqual([expect.stringMatching(/right now.*\*\*Speak\*\*/)]);
    expect(speech.messenger.posted[0]).toMatchObject({ channelId: textChannel, body: { silent: true } });
    speech.rooms.refusal = new Refusal({ code: 'voice-full', channelId: voiceChannel });
    speech.write(ada, 'three');
    await speech.settle();
    expect(speech.posts()).toHaveLength(2);
    await speech.clock.advance(600_000);
    speech.write(ada, 'four');
    await speech.settle();
    expect(speech.posts()).toHaveLength(3);
  });

  it.each([
    ['en-US', /out of credit.*Reference/s],
    ['zh-CN', /现在没法朗读这个频道/],
  ])('says so in %s when the service failed in the middle of a message', async (locale, said) => {
    const speech = await opened();
    speech.synthesis.scripts.push({ error: { fault: 'arrears', code: 'Arrearage', nothingHappened: false } });
    speech.write(ada, 'hello', { locale });
    await speech.settle();
    expect(speech.posts()).toEqual([expect.stringMatching(said)]);
  });

  it("spends no more than a person's day", async () => {
    const speech = await opened({ naming: 'never', maxSeconds: 300 });
    for (let index = 0; index < 4; index += 1) {
      const text = Array.from({ length: 60 }, (_, word) => `w${index}${word}`).join(' ');
      speech.write(ada, text);
    }
    await speech.settle();
    expect(speech.spentCharacters()).toBeLessThanOrEqual(1_000);
    expect(speech.posts()).toEqual([expect.stringContaining('characters left today')]);
  });

  it('says once that a day is spent, although each message takes another number of characters', async () => {
    const speech = await opened({ naming: 'never', maxSeconds: 300 });
    for (let words = 290; words > 0; words -= 40) speech.write(ada, 'word '.repeat(words));
    await speech.settle();
    expect(speech.posts()).toEqual([expect.stringContaining('characters left today')]);
  });

  it('shows captions there where they are wanted', async () => {
    const speech = await opened({ captions: true });
    speech.synthesis.scripts.push({ words: [{ text: 'hello', beginMs: 0, endMs: 9, sentence: 0 }] });
    speech.write(ada, 'hello');
    await speech.clock.advance(2_000);
    expect(speech.posts()).toEqual([expect.stringContaining('hello')]);
  });

  it('keeps its settings over a restart', async () => {
    const speech = await opened({ maxSeconds: 12 });
    const again = new SpeechWorld();
    for (const [id, text] of speech.guilds.records) again.guilds.records.set(id, text);
    expect((await again.desk.guilds.of(guildId)).channels[textChannel]).toMatchObject({ maxSeconds: 12 });
    await again.close();
  });
});
