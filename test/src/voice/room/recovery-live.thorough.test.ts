import { beforeEach, describe, expect, it } from 'vitest';
import { eventually } from '../../../../sandbox/test/support/eventually.ts';
import type { VoicePerson } from '../../../../sandbox/test/support/voice-person.ts';
import { heardBy, lostAndBack, madeUp, type RoomStage, startRoomStage } from '../../../support/room-stage.ts';

let stage: RoomStage;
let person: VoicePerson;

beforeEach(async () => {
  // Deadlines and back-off pass faster; sockets do not.
  stage = await startRoomStage({ speed: 5 });
  person = await stage.sit('member');
  return async () => await stage[Symbol.asyncDispose]();
});

const joins = () => stage.asked.filter(({ d }) => d.channel_id !== null).length;

const enterInVain = async () =>
  await expect(stage.enter()).rejects.toMatchObject({ facts: { code: 'voice-unreachable' } });

describe('a voice socket that closes while the room is ready', () => {
  it.each([1006, 4015])('with %i is resumed, without the main gateway', async (code) => {
    const room = await stage.enter();
    await lostAndBack(room, () => stage.discord.voice.faults.close(code, stage.botId));
    await heardBy(person, room);
    expect(joins()).toBe(1);
    expect(stage.notices).toEqual([]);
  });

  it.each([4000, 4006, 4009, 4004, 4011, 4016])('with %i is replaced by a new one', async (code) => {
    const room = await stage.enter();
    await lostAndBack(room, () => stage.discord.voice.faults.close(code, stage.botId));
    await heardBy(person, room);
    expect(joins()).toBe(2);
  });

  it.each([
    [4014, 'disconnected'],
    [4022, 'disconnected'],
    [4017, 'outdated'],
    [4021, 'refused'],
  ] as const)('with %i ends the room as %s, says so, and is not joined again', async (code, end) => {
    const room = await stage.enter();
    stage.discord.voice.faults.close(code, stage.botId);
    await eventually(() => room.state.is === 'left');
    expect(stage.ends).toEqual([end]);
    expect(stage.notices).toHaveLength(1);
    expect(joins()).toBe(1);
    expect(stage.rooms.of(stage.guildId, madeUp)).toBeUndefined();
  });

  it.each([4006, 4009])(
    'with %i leaves before it joins again: the old seat may still be held',
    async (code) => {
      const { faults } = stage.discord.voice;
      const room = await stage.enter();
      faults.holdSeats();
      await lostAndBack(room, () => faults.close(code, stage.botId));
      await heardBy(person, room);
      const { voice } = stage.discord.channels;
      expect(stage.asked.map(({ d }) => d.channel_id)).toEqual([voice, null, voice]);
      expect(stage.notices).toEqual([]);
    },
  );

  it('again and again ends the room after the third time in a minute', async () => {
    const room = await stage.enter();
    for (let times = 1; times <= 4; times += 1) {
      await eventually(() => room.state.is === 'ready');
      stage.discord.voice.faults.close(4006, stage.botId);
      await eventually(() => room.state.is !== 'ready');
    }
    await eventually(() => room.state.is === 'left');
    expect(stage.ends).toEqual(['lost']);
    expect(stage.notices.at(-1)).toContain("couldn't get it back");
    expect(joins()).toBe(4);
  });
});

describe('a voice server that refuses', () => {
  it.each([4006, 4009, 4000])('with %i is asked five times at most', async (code) => {
    stage.discord.voice.faults.refuse(code, 1_000);
    await enterInVain();
    expect(joins()).toBe(5);
    await eventually(() => stage.ends.length > 0);
    expect(stage.ends).toEqual(['lost']);
  });

  it.each([4017, 4021])('with %i is asked once', async (code) => {
    stage.discord.voice.faults.refuse(code, 1_000);
    await enterInVain();
    expect(joins()).toBe(1);
  });

  it('because of its rate limit is left alone for minutes', async () => {
    stage.discord.voice.faults.refuse(4021, 1);
    await enterInVain();
    await enterInVain();
    expect(joins()).toBe(1);
  });
});

describe('trouble on the way to a room', () => {
  it.each([
    [1, 1],
    [5, 1],
    [6, 2],
  ])('%i IP discoveries without an answer take %i connections', async (lost, connections) => {
    stage.discord.voice.faults.dropDiscovery(lost);
    await heardBy(person, await stage.enter());
    expect(joins()).toBe(connections);
  });

  it('voice servers whose datagrams do not arrive are remembered until some do', async () => {
    expect(stage.rooms.datagramsArrive).toBeUndefined();
    stage.discord.voice.faults.dropDiscovery(6);
    const entering = stage.enter();
    await eventually(() => stage.rooms.datagramsArrive === false);
    await heardBy(person, await entering);
    expect(stage.rooms.datagramsArrive).toBe(true);
  });

  it('a main gateway that does not answer is left and asked again', async () => {
    const { voice } = stage.discord.channels;
    stage.discord.voiceStates.setUserLimit(voice, 1);
    const entering = stage.enter();
    await eventually(() => stage.asked.length >= 2);
    stage.discord.voiceStates.setUserLimit(voice, 0);
    await heardBy(person, await entering);
    expect(stage.asked.map(({ d }) => d.channel_id)).toEqual([voice, null, voice]);
  });

  it('a welcome that is late keeps the room waiting, and nothing goes out in the clear', async () => {
    // Of a group that exists the bot is not the first member, which needs no welcome.
    await stage.sit('moderator');
    const hold = stage.discord.voice.faults.holdWelcome();
    const entering = stage.enter();
    const { record } = stage.discord.voice;
    await eventually(() => record.of(stage.botId).silenceFrames >= 5);
    const room = stage.rooms.of(stage.guildId, madeUp);
    expect(room?.state.is).toBe('joining');
    hold.release();
    await heardBy(person, await entering);
    expect(record.of(stage.botId).unencryptedFrames).toBe(0);
  });

  it('a welcome that never comes makes it reconnect', async () => {
    await stage.sit('moderator');
    const hold = stage.discord.voice.faults.holdWelcome();
    const entering = stage.enter();
    await eventually(() => joins() === 2);
    hold.release();
    await heardBy(person, await entering);
  });

  it('a server that offers XChaCha20 alone is spoken to in it', async () => {
    stage.discord.voice.faults.offerModes(['aead_xchacha20_poly1305_rtpsize']);
    await heardBy(person, await stage.enter());
  });

  it('MLS proposals of another epoch end nothing', async () => {
    const room = await stage.enter();
    stage.discord.voice.faults.wrongEpochProposal(stage.botId);
    await eventually(() => stage.bot.recorded.text().includes('voice connection error'));
    expect(room.state.is).toBe('ready');
    await heardBy(person, room);
  });

  it("each networking object begins with no speakers: their SSRCs were another server's", async () => {
    const room = await stage.enter('voice', { allowed: new Set([person.person.id]) });
    await person.speakPackets([Buffer.alloc(60, 1)]);
    const speakers = () => stage.connections[0]?.receiver.ssrcMap;
    await eventually(() => speakers()?.get(person.person.id) !== undefined);
    await stage.moveTo('workshop', room);
    expect(stage.connections).toHaveLength(2);
    expect(speakers()?.get(person.person.id)).toBeUndefined();
  });

  it('speakers who cannot be decrypted make it reconnect once, and are then told', async () => {
    const room = await stage.enter('voice', { allowed: new Set([person.person.id]) });
    await lostAndBack(room, () => stage.tellDeafness(true));
    expect(joins()).toBe(2);
    expect(stage.notices).toEqual([]);
    stage.tellDeafness(true);
    await eventually(() => stage.notices.length === 1);
    expect(stage.notices[0]).toContain("can't decrypt");
    expect(room.state.is).toBe('ready');
    stage.tellDeafness(false);
    await eventually(() => stage.notices.length === 2);
    expect(joins()).toBe(2);
  });

  it('a listener that throws harms nobody', async () => {
    const room = await stage.enter();
    room.onChange(() => {
      throw new Error('of a listener');
    });
    await lostAndBack(room, () => stage.discord.voice.faults.close(4006, stage.botId));
    await room.release();
    expect(room.state.is).toBe('left');
  });

  it('somebody who leaves is no longer subscribed to', async () => {
    await stage.sit('moderator');
    await stage.enter('voice', { allowed: new Set([person.person.id]) });
    const receiver = stage.connections[0]?.receiver;
    const stream = receiver?.subscribe(person.person.id);
    stream?.on('error', () => undefined);
    await person.leave();
    await eventually(() => receiver?.subscriptions.has(person.person.id) === false);
    expect(stream?.destroyed).toBe(true);
  });

  it('the library is never told to debug, which would write down tokens and keys', async () => {
    await stage.enter('voice', { allowed: new Set([person.person.id]) });
    expect(Reflect.get(stage.connections[0] ?? {}, 'debug')).toBeNull();
  });
});
