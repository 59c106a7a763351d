import { beforeEach, describe, expect, it } from 'vitest';
import { RecordingsForAllWorld } from '../../../support/recordings-for-all-world.ts';
import { author, channelId, guildId, voiceMessage } from '../../../support/recordings-world.ts';

let world: RecordingsForAllWorld;
let file: Uint8Array;

beforeEach(async () => {
  world = await RecordingsForAllWorld.open();
  await world.choose({});
  file ??= await voiceMessage(1);
  return async () => await world[Symbol.asyncDispose]();
});

describe('a voice message in a channel that moderators chose', () => {
  it('is followed by what it says, as it was said, silently, with a way to have it translated', async () => {
    const sent = world.send(file);
    await world.say('Guten Tag.', 'Hello.');
    const [posted] = [...world.posted.values()];
    expect(posted).toMatchObject({ channelId, body: { silent: true, repliesTo: sent.id } });
    expect(posted?.body.mentions).toBeUndefined();
    expect(posted?.text).toContain('🎙️ Guten Tag.');
    expect(posted?.text).not.toContain('Hello.');
    expect(posted?.text).toContain('Translate · 1 s');
    expect(JSON.stringify(posted?.body)).toContain(`interpret:recording-translate:${sent.id}`);
    expect(world.world.spent).toBe(1);
  });

  it('is followed by what it means, where they chose a language', async () => {
    await world.choose({ language: 'en' });
    await world.world.languages.set(`${guildId}/${author}`, { speaks: 'de' });
    world.send(file);
    await world.say('Guten Tag.', 'Hello.');
    expect(world.world.client.sessions[0]?.settings).toMatchObject({ from: 'de', to: 'en' });
    expect(world.texts).toHaveLength(1);
    expect(world.texts[0]).toContain('🎙️ Hello.');
    expect(world.texts[0]).toContain('German → English · 0:01');
    expect(world.texts[0]).not.toContain('Translate');
  });

  it.each([
    ['nobody chose that channel', async () => await world.choose(undefined)],
    ['its author said "not mine"', async () => void world.unwritten.add(author)],
    [
      "moderators don't let its author",
      async () => {
        world.isClosed = true;
      },
    ],
  ])('stays as it is if %s, and nothing is sent', async (_why, change) => {
    await change();
    world.send(file);
    await world.settle();
    expect([world.texts, world.world.client.sessions, world.world.spent]).toEqual([[], [], 0]);
  });

  it('is written down even if its author sends several in a row, in their order', async () => {
    for (let count = 0; count < 5; count += 1) world.send(file);
    for (const text of ['One.', 'Two.', 'Three.', 'Four.', 'Five.']) await world.say(text, text);
    expect(world.texts.map((text) => text.split('\n')[0])).toEqual(
      ['One.', 'Two.', 'Three.', 'Four.', 'Five.'].map((text) => `🎙️ ${text}`),
    );
  });

  it('of a bot is left alone, and so is a message without one', async () => {
    const { author: who } = world.send(file, { voice: undefined });
    world.send(file, { author: { ...who, automatic: true } });
    await world.settle();
    expect(world.world.client.sessions).toEqual([]);
  });

  it('without a word in it has nothing below it', async () => {
    world.send(file);
    await world.world.connected();
    await world.settle();
    expect(world.texts).toEqual([]);
  });

  it.each([
    ['it was turned off', async () => await world.choose(undefined)],
    ['its author said no', async () => void world.unwritten.add(author)],
  ])('is told to nobody if %s while it was heard', async (_why, change) => {
    world.send(file);
    await world.world.connected();
    await change();
    await world.say('Guten Tag.', 'Hello.');
    expect(world.texts).toEqual([]);
  });

  it('takes its text with it when it is deleted, also while it is heard', async () => {
    const sent = world.send(file);
    await world.say('Guten Tag.', 'Hello.');
    world.deleteMessage(sent.id);
    await world.settle();
    expect(world.removed).toEqual(['p1']);
    const next = world.send(file);
    await world.world.connected();
    world.deleteMessage(next.id);
    await world.settle();
    expect(world.texts).toEqual([]);
  });

  it("that its author can't pay for is said so once, and not with every message", async () => {
    const long = { seconds: 500 };
    for (const _ of [1, 2]) {
      const { voice } = world.send(file, { voice: undefined });
      expect(voice).toBeUndefined();
      world.send(file, { voice: world.world.recording(file, long) });
      await world.settle();
    }
    expect(world.texts).toHaveLength(1);
    expect(world.texts[0]).toContain("I'm not writing down voice messages right now.");
  });
});
