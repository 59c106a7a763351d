import { beforeEach, describe, expect, it } from 'vitest';
import { RecordingsForAllWorld } from '../../../support/recordings-for-all-world.ts';
import { author, channelId, voiceMessage } from '../../../support/recordings-world.ts';

let world: RecordingsForAllWorld;
let file: Uint8Array;

beforeEach(async () => {
  world = await RecordingsForAllWorld.open();
  file ??= await voiceMessage(1);
  return async () => await world[Symbol.asyncDispose]();
});

const sound = () => ({ is: 'sound', sound: world.world.recording(file) }) as const;

describe('a reply to a voice message that mentions the bot', () => {
  it('is answered for everyone, growing, with a way to stop it until it is over', async () => {
    world.world.client.holdsFinish = true;
    const { message } = world.ask(sound());
    await world.world.connected();
    const [posted] = [...world.posted.values()];
    expect(posted).toMatchObject({ channelId, body: { silent: true, repliesTo: message.id } });
    expect(posted?.text).toContain('Stop');
    world.world.client.holdsFinish = false;
    world.world.client.open_[0]?.translate('Guten Tag.', 'Hello.');
    await world.settle();
    expect(posted?.text).toContain('Guten Tag.');
    expect(world.posted.size).toBe(1);
  });

  it('costs the person who asks', async () => {
    world.ask(sound());
    await world.say('Guten Tag.', 'Hello.');
    expect(world.texts[0]).toContain('Guten Tag.');
    expect(world.texts[0]).toMatch(/Asked by <@\d+>/);
    expect(world.texts[0]).not.toContain('Stop');
    expect(world.world.spent).toBe(1);
  });

  it("says how it's done otherwise where Discord doesn't show the bot that message", async () => {
    world.ask({ is: 'hidden', authorId: author });
    await world.settle();
    expect(world.texts[0]).toContain('**What does it say?**');
    expect(world.world.client.sessions).toEqual([]);
  });

  it('about somebody who never wants to be heard is refused in words, and nothing is sent', async () => {
    world.world.unheard.add(author);
    world.ask(sound());
    await world.settle();
    expect(world.texts[0]).toContain("doesn't want me to listen");
    expect(world.world.client.sessions).toEqual([]);
  });

  it("is refused in words where moderators don't let people ask", async () => {
    world.isClosed = true;
    world.ask(sound());
    await world.settle();
    expect(world.texts[0]).toContain('off in this server');
  });

  it.each([
    ['it only pings the bot', { isNamed: false }],
    ["the bot can't write there", { botMay: { write: false, reply: false, speak: false } }],
  ])('is left alone if %s', async (_why, changes) => {
    world.ask(sound(), changes);
    await world.settle();
    expect([world.texts, world.world.client.sessions]).toEqual([[], []]);
  });

  it('is answered no further once it is deleted', async () => {
    world.world.client.holdsFinish = true;
    const { message } = world.ask(sound());
    await world.world.connected();
    world.changeQuestion(message.id, undefined);
    await world.settle();
    expect(world.texts[0]).toContain('Stopped');
  });

  it('loses its answer with a voice message that is deleted after a restart', async () => {
    const about = sound();
    world.ask(about);
    await world.say('Guten Tag.', 'Hello.');
    await using next = await world.restart();
    next.deleteMessage(about.sound.messageId);
    await next.settle();
    expect(next.texts).toEqual([]);
    expect(next.told.records.size).toBe(0);
  });

  it('loses its answer with the voice message', async () => {
    const about = sound();
    world.ask(about);
    await world.say('Guten Tag.', 'Hello.');
    world.deleteMessage(about.sound.messageId);
    await world.settle();
    expect(world.texts).toEqual([]);
  });
});
