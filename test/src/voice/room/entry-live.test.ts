import { PermissionFlagsBits as Bits } from 'discord.js';
import { beforeEach, describe, expect, it } from 'vitest';
import { eventually } from '../../../../sandbox/test/support/eventually.ts';
import { heardBy, madeUp, type RoomStage, startRoomStage } from '../../../support/room-stage.ts';

let stage: RoomStage;

beforeEach(async () => {
  stage = await startRoomStage({ speed: 5 });
  return async () => await stage[Symbol.asyncDispose]();
});

const refused = (code: string, more: object = {}) => ({ facts: { code, ...more } });

/** Resolves when the bot's client knows that, too. */
async function known(condition: () => boolean): Promise<void> {
  await eventually(condition, 'being known to the bot');
}

/** Resolves when the bot's client knows that it has that permission in a channel, or doesn't. */
async function knownToHave(bit: bigint, channelId: string, has: boolean): Promise<void> {
  const channel = stage.bot.client.channels.cache.get(channelId);
  await known(() => {
    const me = channel && 'permissionsFor' in channel ? channel.permissionsFor(stage.botId) : null;
    return me?.has(bit) === has;
  });
}

/** One of them is there, and a room with the bot. */
async function entered() {
  const member = await stage.sit('member');
  return { member, lease: await stage.enter() };
}

describe('entering', () => {
  it.each([
    ['View Channel', Bits.ViewChannel, 'ViewChannel'],
    ['Connect', Bits.Connect, 'Connect'],
    ['Speak', Bits.Speak, 'Speak'],
  ] as const)(
    'without %s is refused by its name, and nothing is asked of the gateway',
    async (_, bit, name) => {
      const { voice } = stage.discord.channels;
      await stage.sit('member');
      stage.discord.setPermissions(voice, stage.botId, 0n, bit);
      await knownToHave(bit, voice, false);
      await expect(stage.enter()).rejects.toMatchObject({
        facts: { code: 'bot-lacks-permissions', permissions: [name], channelId: voice },
      });
      expect(stage.asked).toEqual([]);
    },
  );

  it('a channel in which nobody is, is refused', async () => {
    await expect(stage.enter()).rejects.toMatchObject(refused('voice-nobody-there'));
  });

  it('a text channel, or one that does not exist, is refused', async () => {
    await expect(stage.enter('general')).rejects.toMatchObject(refused('voice-unreachable'));
  });

  it('a full channel is refused, unless the bot may move members', async () => {
    const { booth } = stage.discord.channels;
    await stage.sit('member', 'booth');
    const other = await stage.sit('moderator', 'booth');
    await known(() => stage.rooms.whereIs(stage.guildId, other.person.id)?.channelId === booth);
    await expect(stage.enter('booth')).rejects.toMatchObject(refused('voice-full', { channelId: booth }));
    stage.discord.setPermissions(booth, stage.botId, Bits.MoveMembers, 0n);
    await knownToHave(Bits.MoveMembers, booth, true);
    await heardBy(other, await stage.enter('booth'));
  });

  it('another channel while people are in the first is refused, with the place where the bot is', async () => {
    await entered();
    await stage.sit('moderator', 'workshop');
    await expect(stage.enter('workshop')).rejects.toMatchObject(
      refused('voice-elsewhere', { channelId: stage.discord.channels.voice }),
    );
  });

  it('another channel when nobody is left in the first moves the bot there, as a room of its own', async () => {
    const { member, lease: first } = await entered();
    const moderator = await stage.sit('moderator', 'workshop');
    await member.leave();
    await known(() => stage.rooms.whereIs(stage.guildId, member.person.id) === undefined);
    const second = await stage.enter('workshop');
    expect(first.state).toEqual({ is: 'left', channelId: stage.discord.channels.voice, end: 'alone' });
    await heardBy(moderator, second);
  });

  it('twice at once shares one join', async () => {
    await stage.sit('member');
    const [one, two] = await Promise.all([stage.enter(), stage.enter()]);
    expect(one).toBe(two);
    expect(stage.asked).toHaveLength(1);
  });

  it('that is called off by all who wanted it leaves nothing behind', async () => {
    await stage.sit('member');
    const caller = new AbortController();
    const entering = stage.enter('voice', { signal: caller.signal });
    caller.abort(new Error('called off'));
    await expect(entering).rejects.toThrow('called off');
    await eventually(() => stage.ends.length === 1);
    expect(stage.ends).toEqual(['asked']);
    expect(stage.notices).toEqual([]);
    await eventually(() => stage.shown() === undefined);
  });

  it('that is called off by one of two goes on for the other', async () => {
    await stage.sit('member');
    const caller = new AbortController();
    const entering = stage.enter('voice', { signal: caller.signal });
    const other = stage.enter();
    caller.abort(new Error('called off'));
    await expect(entering).rejects.toThrow('called off');
    expect((await other).state.is).toBe('ready');
  });

  it('again as the same feature yields the same lease, whose notices move to the new place', async () => {
    const member = await stage.sit('member');
    const lease = await stage.enter('voice', { notices: 'general', allowed: new Set([member.person.id]) });
    expect(await stage.enter('voice', { notices: 'videos' })).toBe(lease);
    expect(stage.rooms.of(stage.guildId, madeUp)).toBe(lease);
    stage.discord.voiceStates.disconnectMember(stage.guildId, stage.botId);
    await lease.ended;
    expect(stage.noticedIn).toEqual([stage.discord.channels.videos]);
    expect(stage.asked).toHaveLength(2);
  });

  it('undeafens a bot that only spoke once it hears somebody, for everybody to see, and deafens it again', async () => {
    const { member, lease } = await entered();
    const selfDeaf = () => stage.shown()?.selfDeaf;
    expect(selfDeaf()).toBe(true);
    expect(stage.connections).toEqual([]);
    lease.ears.allow(new Set([member.person.id]));
    await eventually(() => selfDeaf() === false);
    lease.ears.allow(new Set());
    await eventually(() => selfDeaf() === true);
    expect(lease.state.is).toBe('ready');
    expect(stage.connections).toHaveLength(1);
  });

  it('shows of a hundred changes of mind the last, in a few messages to the gateway', async () => {
    const { member, lease } = await entered();
    for (let time = 0; time < 100; time += 1)
      lease.ears.allow(time % 2 === 0 ? new Set([member.person.id]) : new Set());
    lease.ears.allow(new Set([member.person.id]));
    await eventually(() => stage.shown()?.selfDeaf === false);
    expect(stage.asked.length).toBeLessThanOrEqual(3);
  });

  it('says where people are, and whether they can hear', async () => {
    const member = await stage.sit('member');
    const { voice } = stage.discord.channels;
    const where = () => stage.rooms.whereIs(stage.guildId, member.person.id);
    await known(() => where()?.channelId === voice);
    expect(where()).toEqual({ channelId: voice, deafened: false, muted: false });
    await member.setSelf({ selfDeaf: true });
    await known(() => where()?.deafened === true);
    stage.discord.voiceStates.setServerDeafen(stage.guildId, member.person.id, true);
    expect(where()?.deafened).toBe(true);
  });
});
