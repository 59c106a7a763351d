import { describe, expect, test } from 'vitest';
import type { ReadAloud } from '../../../src/community/settings-pages.ts';
import { Refusal } from '../../../src/refusal/refusal.ts';
import {
  ada,
  ben,
  cai,
  guildId,
  SpeechWorld,
  textChannel,
  theBot,
  voiceChannel,
} from '../../support/speech-world.ts';

const it = test.extend('room', () => reading());

const elsewhere = '300000000000000010';
const gathering = 2_000;
const between = 15_000;

/** The bot reads in the voice channel, after a first text of somebody. */
async function reading(changes: Partial<ReadAloud> = { comings: true }) {
  const world = new SpeechWorld();
  await world.readAloud(changes);
  world.join(ada);
  world.write(ada, 'first');
  await world.settle();
  const said = () => world.texts.slice(1);
  const joins = (...people: readonly string[]) => {
    for (const each of people) world.move(each, undefined, voiceChannel);
  };
  const leaves = (...people: readonly string[]) => {
    for (const each of people) world.move(each, voiceChannel, undefined);
  };
  return { world, said, joins, leaves, wait: async (ms: number) => await world.clock.advance(ms) };
}

describe('who joins and leaves the voice channel', () => {
  it("is said by name where that is switched on, a moment later, at nobody's cost but the server's", async () => {
    const { world, said, joins, leaves, wait } = await reading();
    joins(ben);
    await wait(gathering - 1);
    expect(said()).toEqual([]);
    await wait(1);
    expect(said()).toEqual(['person 2 joined.']);
    leaves(ben);
    await wait(between);
    expect(said()).toEqual(['person 2 joined.', 'person 2 left.']);
    const payers = world.spent.sums.map(({ person }) => person);
    expect(payers.includes(theBot)).toBe(true);
    expect(payers.includes(ben)).toBe(false);
  });

  it.each([
    ['where nobody switched it on', {}],
    ['where it is switched off', { comings: false }],
    ['for another voice channel', { comings: true, into: elsewhere }],
  ])('is not said %s', async (_, changes) => {
    const { said, joins, wait } = await reading(changes);
    joins(ben);
    await wait(between);
    expect(said()).toEqual([]);
  });

  it('is not said where the bot does not read', async () => {
    const world = new SpeechWorld();
    await world.readAloud({ comings: true });
    world.move(ben, undefined, voiceChannel);
    await world.clock.advance(between);
    expect(world.texts).toEqual([]);
    expect(world.rooms.entered).toEqual([]);
    const { said, world: there, wait } = await reading();
    there.move(ben, undefined, elsewhere);
    await wait(between);
    expect(said()).toEqual([]);
  });

  it('is said when somebody comes from another channel, or goes to one', async () => {
    const { said, world, wait } = await reading();
    world.move(ben, elsewhere, voiceChannel);
    world.move(cai, voiceChannel, elsewhere);
    world.move(ada, voiceChannel, voiceChannel);
    await wait(gathering);
    expect(said()).toEqual(['person 2 joined. person 3 left.']);
  });

  it('is a number when many come at once', async ({ room: { said, joins, leaves, wait } }) => {
    const crowd = Array.from({ length: 5 }, (_, index) => `20000000000000001${index}`);
    joins(...crowd);
    leaves(ben, cai);
    await wait(gathering);
    expect(said()).toEqual(['5 people joined. person 2 and person 3 left.']);
  });

  it('is said at most every 15 seconds, with all who came meanwhile', async () => {
    const { said, joins, wait } = await reading();
    joins(ben);
    await wait(gathering);
    joins(cai);
    await wait(gathering);
    joins('200000000000000007', '200000000000000008');
    expect(said()).toHaveLength(1);
    await wait(between - gathering);
    expect(said()).toEqual(['person 2 joined.', '3 people joined.']);
  });

  it('is not said of those who are gone again, or back', async ({ room: { said, joins, leaves, wait } }) => {
    joins(ben);
    leaves(ben, cai);
    joins(cai);
    await wait(between);
    expect(said()).toEqual([]);
  });

  it('is not said of somebody whose text is being read', async ({ room: { said, world, joins, wait } }) => {
    const room = world.holdRoom();
    world.join(ben);
    await world.say(ben, 'hello');
    joins(ben);
    await wait(gathering);
    room.mouth.release();
    await wait(between);
    expect(said()).toEqual(['hello']);
  });

  it.each([
    ['is said behind two texts', ['one', 'two'], ['person 2 joined.']],
    ['is no news behind a long queue', ['one', 'two', 'three'], []],
  ])('%s', async (_, texts, news) => {
    const { said, world, joins, wait } = await reading();
    const room = world.holdRoom();
    for (const text of texts) await world.say(ada, text);
    joins(ben);
    await wait(gathering);
    room.mouth.letGo();
    await wait(between);
    expect(said()).toEqual([...texts, ...news]);
  });

  it('does not bring the bot back when it left meanwhile', async ({ room: { said, world, joins, wait } }) => {
    joins(ben);
    await world.rooms.of(guildId)?.end('asked');
    await wait(between);
    expect(said()).toEqual([]);
    expect(world.rooms.entered).toHaveLength(1);
  });

  it("uses chosen names as they can be said, the server's pronunciations and its language", async () => {
    const { said, world, wait } = await reading();
    await world.desk.dictionary.add({ guildId, userId: '100' }, { word: 'Zoë', as: 'zo ee' });
    world.move(ben, undefined, voiceChannel, { name: '⭐ Zoë ⭐' });
    await wait(gathering);
    expect(said()).toEqual(['zo ee joined.']);
    world.move(cai, undefined, voiceChannel, { name: undefined, locale: 'zh-CN' });
    await wait(between);
    expect(said()[1]).toBe('某人加入了。');
  });

  it('that cannot be said harms nobody, and is in the log', async ({ room: { world, joins, wait } }) => {
    world.rooms.refusal = new Refusal({ code: 'voice-nobody-there', channelId: textChannel });
    joins(ben);
    await wait(gathering);
    expect(world.recorded.text()).toContain("couldn't say who joined or left");
    expect(world.posts()).toEqual([]);
  });
});
