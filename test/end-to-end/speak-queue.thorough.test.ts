import { afterEach, beforeAll, describe, expect, it } from 'vitest';
import { eventually } from '../../sandbox/test/support/eventually.ts';
import { joinVoice } from '../../sandbox/test/support/voice-person.ts';
import { SpeakScene } from '../support/speak-scene.ts';

let scene: SpeakScene;

beforeAll(async () => {
  scene = await SpeakScene.open();
  return async () => await scene.close();
});

/** The bot in no channel, the listener where they began, nothing heard yet. */
afterEach(async () => {
  const { discord } = scene.stage;
  await scene.member.invoke(scene.channelId, ['speak', 'stop']);
  await eventually(() => !discord.voiceStates.find(discord.guildId, scene.botId), 'the bot is out');
  if (scene.listener.channelId !== discord.channels.voice) await scene.listener.move(discord.channels.voice);
  scene.member.messages.clear();
  scene.listener.forget();
});

const sentence = 'Hello everybody, the meeting begins at nine.';
const more = 'Bring something to write, and a friend.';
/** Not over before the machine has done what is tried in the middle of it, however much else it has to do. */
const long = `This sentence is long enough that somebody will want to skip it before it has come to its end. ${sentence} ${more} ${sentence} ${more}`;

describe('what is said', () => {
  it('is heard on a stage that has no encryption of its own, once a moderator lets the bot speak', async () => {
    const { discord } = scene.stage;
    await scene.listener.move(discord.channels.stage);
    await scene.say(sentence);
    await scene.notice(/audience/);
    const own = () => discord.voiceStates.find(discord.guildId, scene.botId);
    await eventually(() => typeof own()?.requestToSpeakAt === 'string', 'the raised hand');
    discord.voiceStates.setSuppressed(discord.guildId, scene.botId, false);
    await scene.sayUntilWhole(sentence);
  });
});

describe('a queue', () => {
  it('says nine texts of three people, each once and in turn', async () => {
    const people = [
      scene.member,
      await scene.stage.person('newcomer'),
      await scene.stage.person('moderator'),
    ];
    const others = await Promise.all(
      people
        .slice(1)
        .map((person) => joinVoice(scene.stage.discord, person, scene.stage.discord.channels.voice)),
    );
    const before = scene.stage.service.synthesis.tasks.length;
    const asked = [];
    for (let index = 0; index < 9; index += 1) {
      const who = people[index % people.length] ?? scene.member;
      asked.push({ who, invoked: await scene.say(`Number ${index + 1}.`, who) });
    }
    for (const { who, invoked } of asked) await scene.answer(invoked, '✅', who);
    const texts = scene.stage.service.synthesis.tasks.slice(before).map(({ text }) => text);
    expect(texts).toHaveLength(9);
    expect(new Set(texts).size).toBe(9);
    const order = texts.map((text) => (Number(/\d+/.exec(text)?.[0]) - 1) % people.length);
    expect(order.slice(3, 8).every((person, index) => person !== order[index + 4])).toBe(true);
    // A machine that stands still for a moment tears what's being said just then.
    const torn = () => texts.filter((text) => scene.likeness(text).correlation <= 0.8);
    await eventually(() => torn().length <= 2, 'nearly all of them, as they were made');
    for (const text of torn()) expect(scene.likeness(text).correlation, text).toBeGreaterThan(0.4);
    for (const other of others) await other.leave();
  });

  it('goes on with the next text when one is skipped in the middle of a word, and lets no stale sound through', async () => {
    const skipped = await scene.say(long);
    await scene.answer(skipped, '🔊');
    const next = await scene.say(sentence);
    await scene.hears(40);
    await scene.member.invoke(scene.channelId, ['speak', 'skip']);
    await scene.answer(skipped, '⏭️');
    await scene.answer(next, '✅');
    await scene.hearsWhole(sentence);
    const saidSeconds = scene.seconds(long) + scene.seconds(sentence);
    expect(scene.listener.heard(scene.botId).length / 48_000).toBeLessThan(saidSeconds - 1);
  });

  it('is empty and the channel is left after a stop', async () => {
    const first = await scene.say(long);
    await scene.answer(first, '🔊');
    const second = await scene.say('This is never said.');
    await scene.hears(20);
    await scene.member.invoke(scene.channelId, ['speak', 'stop']);
    await scene.answer(first, '⏹️');
    await scene.answer(second, '⏹️');
    const { discord } = scene.stage;
    await eventually(() => !discord.voiceStates.find(discord.guildId, scene.botId), 'leaving');
  });
});

describe('two servers', () => {
  it('never hear each other', async () => {
    const { discord } = scene.stage;
    const owner = await scene.stage.person('owner');
    const elsewhere = await joinVoice(
      { guildId: discord.otherGuildId, voice: discord.voice },
      owner,
      discord.channels.otherVoice,
    );
    const there = 'Only the other server may hear this very sentence.';
    const here = await scene.say(sentence);
    const other = await owner.invoke(discord.channels.otherGeneral, ['speak', 'say'], { text: there });
    await scene.answer(here, '✅');
    await scene.answer(other, '✅', owner);
    // The last packets may be on their way still.
    await scene.hearsWhole(sentence);
    await scene.hearsWhole(there, elsewhere);
    expect(scene.likeness(there).correlation).toBeLessThan(0.5);
    expect(scene.likeness(sentence, elsewhere).correlation).toBeLessThan(0.5);
    await elsewhere.leave();
  });
});
