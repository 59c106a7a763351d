import { once } from 'node:events';
import { PermissionFlagsBits as Bits, Events } from 'discord.js';
import { afterEach, describe, expect, it } from 'vitest';
import { wordsFor } from '../../../../src/words/index.ts';
import { eventually } from '../../../support/eventually.ts';
import {
  heardBy,
  type RoomStage,
  type RoomStageOptions,
  startRoomStage,
} from '../../../support/room-stage.ts';

let stage: RoomStage;

afterEach(async () => {
  await stage[Symbol.asyncDispose]();
});

async function start(options: RoomStageOptions = {}): Promise<void> {
  stage = await startRoomStage({ speed: 10, ...options });
}

const bot = () => stage.discord.botUserId;
const guild = () => stage.discord.guildId;
const words = wordsFor('en-US').voice;
const about = () => ({ channelId: stage.discord.channels.voice, permissions: '' });

describe('a room without people', () => {
  it('is left after a while, and says why', async () => {
    await start({ aloneMs: 1_000 });
    const person = await stage.sit('member');
    const room = await stage.enter();
    await person.leave();
    await eventually(() => room.state.is === 'left');
    expect(stage.ends).toEqual(['alone']);
    expect(stage.notices).toEqual([words.ends.alone(about())]);
  });

  it('is kept when somebody comes back in time', async () => {
    await start({ aloneMs: 5_000 });
    const person = await stage.sit('member');
    const room = await stage.enter();
    await person.leave();
    const other = await stage.sit('moderator');
    await heardBy(other, room);
    expect(room.state.is).toBe('ready');
    await other.leave();
    await eventually(() => room.state.is === 'left');
  });
});

describe('a room in which nothing happens', () => {
  it('is left after a while, and says why', async () => {
    await start({ idleMs: 2_000 });
    await stage.sit('member');
    const room = await stage.enter();
    await eventually(() => room.state.is === 'left');
    expect(stage.ends).toEqual(['idle']);
    expect(stage.notices).toEqual([words.ends.idle(about())]);
  });

  it('is not left while something is being said', async () => {
    await start({ idleMs: 1_000 });
    await stage.sit('member');
    const room = await stage.enter();
    const playback = room.mouth.play({
      id: 'long',
      priority: 'normal',
      packets: (async function* () {
        for (let sent = 0; sent < 40; sent += 1) yield Buffer.alloc(60, sent);
      })(),
    });
    expect(await playback.ended).toBe('finished');
    await eventually(() => room.state.is === 'left');
    expect(stage.ends).toEqual(['idle']);
  });
});

describe('the status of a voice channel', () => {
  it('is set and cleared with the room', async () => {
    await start();
    const { voice } = stage.discord.channels;
    await stage.sit('member');
    const room = await stage.enter();
    await room.setStatus('Reading');
    expect(stage.discord.voiceStates.statusOf(voice)).toBe('Reading');
    await room.setStatus('Reading more');
    expect(stage.discord.voiceStates.statusOf(voice)).toBe('Reading more');
    await room.release();
    expect(stage.discord.voiceStates.statusOf(voice)).toBeNull();
    expect(stage.notices).toEqual([]);
  });

  it('is not touched without the permission', async () => {
    await start();
    const { voice } = stage.discord.channels;
    stage.discord.setPermissions(voice, bot(), 0n, Bits.SetVoiceChannelStatus);
    await stage.sit('member');
    const room = await stage.enter();
    await room.setStatus('Reading');
    expect(stage.discord.voiceStates.statusOf(voice)).toBeNull();
    expect(stage.bot.recorded.text()).not.toContain('could not set');
  });
});

describe('the main gateway', () => {
  it('may drop and resume while the room speaks', async () => {
    await start();
    const person = await stage.sit('member');
    const room = await stage.enter();
    const resumed = once(stage.bot.client, Events.ShardResume);
    stage.discord.gateway.dropAll('bot');
    await heardBy(person, room);
    await resumed;
    await heardBy(person, room);
    expect(room.state.is).toBe('ready');
    expect(stage.ends).toEqual([]);
  });

  it('may begin a new session: the room takes its place again', async () => {
    await start();
    const person = await stage.sit('member');
    const room = await stage.enter();
    const again = once(stage.bot.client, Events.GuildAvailable);
    stage.discord.gateway.invalidateSessions(false, 'bot');
    await again;
    const sessions = stage.discord.gateway.connections.filter(({ userId }) => userId === bot());
    await eventually(
      () => stage.discord.voiceStates.find(guild(), bot())?.sessionId === sessions[0]?.sessionId,
    );
    await eventually(() => room.state.is === 'ready');
    await heardBy(person, room);
    expect(stage.ends).toEqual([]);
  });
});

describe('shutting down', () => {
  it('says so in each room and leaves', async () => {
    await start();
    await stage.sit('member');
    const room = await stage.enter();
    await stage.rooms.close();
    expect(room.state).toMatchObject({ is: 'left', end: 'shutting-down' });
    expect(stage.notices).toEqual([words.ends['shutting-down'](about())]);
    await eventually(() => stage.discord.voiceStates.find(guild(), bot()) === undefined);
    await expect(stage.enter()).rejects.toMatchObject({ facts: { code: 'shutting-down' } });
  });
});
