import { once } from 'node:events';
import { PermissionFlagsBits as Bits, type Client, Events } from 'discord.js';
import { afterEach, describe, expect, test } from 'vitest';
import { eventually } from '../../../../sandbox/test/support/eventually.ts';
import { closeClient } from '../../../../src/discord/client.ts';
import { wordsFor } from '../../../../src/words/index.ts';
import { PushedClock } from '../../../support/pushed-clock.ts';
import {
  aboutVoice,
  heardBy,
  type RoomStage,
  type RoomStageOptions,
  startRoomStage,
} from '../../../support/room-stage.ts';

const it = test.extend('startRoom', () => startRoom());

let stage: RoomStage;
let clock: PushedClock;

afterEach(async () => {
  await stage[Symbol.asyncDispose]();
});

/** Nothing comes of waiting but what a test pushes on. */
async function start(options: RoomStageOptions = {}): Promise<void> {
  clock = new PushedClock();
  stage = await startRoomStage({ clock, ...options });
}

/** The same, with somebody in the channel and a room of theirs. */
async function startRoom(options: RoomStageOptions = {}) {
  await start(options);
  const person = await stage.sit('member');
  return { person, room: await stage.enter() };
}

const hourMs = 3_600_000;
const words = wordsFor('en-US').voice;
const about = () => aboutVoice(stage);

/** What the bot knows of who is in its voice channel. */
async function seen(people: number): Promise<void> {
  const { presence } = stage;
  const { voice } = stage.discord.channels;
  await eventually(() => presence.place(stage.guildId, voice)?.people.length === people);
}

/** Resolves when the bot has been told of such an event, from now on. */
function eventOf(name: string, is: (data: { readonly status?: string }) => boolean = () => true) {
  return new Promise<void>((resolve) => {
    stage.bot.client.on(Events.Raw, ({ t, d }) => {
      if (t === name && is(d)) resolve();
    });
  });
}

it('a server that the bot does not work for gets no room, and nothing is asked of the gateway', async () => {
  await start({ serves: () => false });
  await stage.sit('member');
  await expect(stage.enter()).rejects.toMatchObject({ facts: { code: 'guild-not-allowed' } });
  expect(stage.asked).toEqual([]);
});

describe('a room without people', () => {
  it('is left after a while, and says why', async () => {
    const { person, room } = await startRoom({ aloneMs: hourMs });
    await person.leave();
    await seen(0);
    clock.push(hourMs);
    await eventually(() => room.state.is === 'left');
    expect(stage.ends).toEqual(['alone']);
    expect(stage.notices).toEqual([words.ends.alone(about())]);
  });

  it('is kept when somebody comes back in time', async () => {
    const { person, room } = await startRoom({ aloneMs: hourMs });
    await person.leave();
    await seen(0);
    clock.push(hourMs / 2);
    const other = await stage.sit('moderator');
    await seen(1);
    clock.push(hourMs);
    await heardBy(other, room);
    expect(room.state.is).toBe('ready');
    await other.leave();
    await seen(0);
    clock.push(hourMs);
    await eventually(() => room.state.is === 'left');
  });
});

describe('a room in which nothing happens', () => {
  it('is left after a while, and says why', async () => {
    const { room } = await startRoom({ idleMs: hourMs });
    clock.push(hourMs);
    await eventually(() => room.state.is === 'left');
    expect(stage.ends).toEqual(['idle']);
    expect(stage.notices).toEqual([words.ends.idle(about())]);
  });

  it('is left as soon as the last of those who came in wants it', async () => {
    const { room } = await startRoom({ idleMs: 2 * hourMs });
    await stage.enter('voice', { idleMs: hourMs });
    clock.push(hourMs);
    await eventually(() => room.state.is === 'left');
    expect(stage.ends).toEqual(['idle']);
  });

  it('is not left while something is being said', async () => {
    const { person, room } = await startRoom({ idleMs: hourMs });
    const begun = Buffer.alloc(60, 1);
    const rest = Promise.withResolvers<void>();
    const playback = room.mouth.play({
      id: 'long',
      priority: 'normal',
      packets: (async function* () {
        for (let sent = 0; sent < 5; sent += 1) yield begun;
        await rest.promise;
        yield begun;
      })(),
    });
    await eventually(() => person.frames.some(({ packet }) => begun.equals(packet)));
    clock.push(hourMs);
    rest.resolve();
    expect(await playback.ended).toBe('finished');
    expect(room.state.is).toBe('ready');
    clock.push(hourMs);
    await eventually(() => room.state.is === 'left');
    expect(stage.ends).toEqual(['idle']);
  });
});

describe('the status of a voice channel', () => {
  it('is set with the room, and cleared when there was none', async ({ startRoom: { room } }) => {
    const { voice } = stage.discord.channels;
    await room.setStatus('Reading');
    expect(stage.discord.voiceStates.statusOf(voice)).toBe('Reading');
    await room.setStatus('Reading more');
    expect(stage.discord.voiceStates.statusOf(voice)).toBe('Reading more');
    await room.release();
    expect(stage.discord.voiceStates.statusOf(voice)).toBeNull();
    expect(stage.notices).toEqual([]);
  });

  it('that members had set is put back, and what they changed since stays', async () => {
    await start();
    const { voice } = stage.discord.channels;
    const shown = () => stage.discord.voiceStates.statusOf(voice);
    await stage.sit('member');
    stage.discord.voiceStates.setStatus(voice, 'movie night');
    const room = await stage.enter();
    await room.setStatus('Reading');
    expect(shown()).toBe('Reading');
    await room.release();
    expect(shown()).toBe('movie night');
    const again = await stage.enter();
    await again.setStatus('Reading');
    const told = eventOf('VOICE_CHANNEL_STATUS_UPDATE', ({ status }) => status === 'quiz at nine');
    stage.discord.voiceStates.setStatus(voice, 'quiz at nine');
    await told;
    await again.release();
    expect(shown()).toBe('quiz at nine');
    expect(stage.records.records.size).toBe(0);
  });

  it('that members had set is put back although Discord says what it was after it was written over', async () => {
    const { room } = await startRoom();
    const { channels, gateway, guildId, voiceStates } = stage.discord;
    voiceStates.setStatus(channels.voice, 'movie night');
    gateway.addMood({ kind: 'ignore', op: 43, times: 1 });
    const written = room.setStatus('Reading');
    await eventually(() => gateway.moods.length === 0);
    clock.push(10_000);
    await written;
    expect(voiceStates.statusOf(channels.voice)).toBe('Reading');
    const told = eventOf('CHANNEL_INFO');
    gateway.dispatch('CHANNEL_INFO', {
      guild_id: guildId,
      channels: [{ id: channels.voice, status: 'movie night' }],
    });
    await told;
    await room.release();
    expect(voiceStates.statusOf(channels.voice)).toBe('movie night');
  });

  it('that Discord refuses to put back is tried again for what changes, not for what Discord is asked', async () => {
    await start();
    const { channels, faults, guildId, voiceStates } = stage.discord;
    const body = { message: 'no', code: 0 };
    faults.arm({
      method: 'PUT',
      path: '/api/v10/channels/*/voice-status',
      times: 0,
      effect: { kind: 'answer', when: 'before', status: 403, body },
    });
    const tries = () => faults.seen.filter(({ path }) => path.endsWith('/voice-status')).length;
    await stage.records.set(channels.voice, { guildId, ours: ['Reading'], theirs: 'movie night' });
    voiceStates.setStatus(channels.voice, 'Reading');
    stage.rooms.recover();
    const ask = async () => {
      const told = eventOf('CHANNEL_INFO');
      stage.presence.line(guildId)?.send({ op: 43, d: { guild_id: guildId, fields: ['status'] } });
      await told;
    };
    await ask();
    expect(tries()).toBe(0);
    stage.discord.setPermissions(channels.voice, stage.botId, Bits.ManageChannels, 0n);
    await eventually(() => tries() === 1);
    for (let asked = 0; asked < 3; asked += 1) await ask();
    expect(tries()).toBe(1);
    voiceStates.setStatus(channels.workshop, 'quiz at nine');
    await eventually(() => tries() === 2);
  });

  it('is put back by the process after one that was killed', async () => {
    await start();
    const { voice } = stage.discord.channels;
    stage.discord.setPermissions(voice, stage.botId, Bits.ManageChannels, 0n);
    await stage.sit('member');
    await stage.records.set(voice, { guildId: stage.guildId, ours: ['Reading'], theirs: 'movie night' });
    stage.discord.voiceStates.setStatus(voice, 'Reading');
    stage.rooms.recover();
    await eventually(() => stage.discord.voiceStates.statusOf(voice) === 'movie night');
    await eventually(() => stage.records.records.size === 0);
  });

  it('is not touched without the permission', async () => {
    await start();
    const { voice } = stage.discord.channels;
    stage.discord.setPermissions(voice, stage.botId, 0n, Bits.SetVoiceChannelStatus);
    await stage.sit('member');
    const room = await stage.enter();
    await room.setStatus('Reading');
    expect(stage.discord.voiceStates.statusOf(voice)).toBeNull();
    expect(stage.bot.recorded.text()).not.toContain('could not set');
  });
});

describe('the main gateway', () => {
  it('may drop and resume while the room speaks', async ({ startRoom: { person, room } }) => {
    const resumed = once(stage.bot.client, Events.ShardResume);
    stage.discord.gateway.dropAll('bot');
    await heardBy(person, room);
    await resumed;
    await heardBy(person, room);
    expect(room.state.is).toBe('ready');
    expect(stage.ends).toEqual([]);
  });

  it('may lose that the bot leaves: it is told again until the bot is out', async () => {
    const { room } = await startRoom();
    stage.discord.gateway.addMood({ kind: 'ignore', op: 4, times: 2 });
    await room.release();
    await eventually(() => room.state.is === 'left');
    expect(stage.shown()?.channelId).toBe(stage.discord.channels.voice);
    clock.push(3_000);
    await eventually(() => stage.discord.gateway.moods.length === 0);
    clock.push(6_000);
    await eventually(() => stage.shown() === undefined);
  });

  it('may begin a new session: the room takes its place again', async ({ startRoom: { person, room } }) => {
    const again = once(stage.bot.client, Events.GuildAvailable);
    stage.discord.gateway.invalidateSessions(false, 'bot');
    await again;
    const sessions = stage.discord.gateway.connections.filter(({ userId }) => userId === stage.botId);
    await eventually(() => stage.shown()?.sessionId === sessions[0]?.sessionId);
    await eventually(() => room.state.is === 'ready');
    await heardBy(person, room);
    expect(stage.ends).toEqual([]);
  });
});

describe('shutting down', () => {
  it('says so in each room and leaves', async ({ startRoom: { room } }) => {
    await stage.rooms.close();
    expect(room.state).toMatchObject({ is: 'left', end: 'shutting-down' });
    expect(stage.notices).toEqual([words.ends['shutting-down'](about())]);
    await eventually(() => stage.shown() === undefined);
    await expect(stage.enter()).rejects.toMatchObject({ facts: { code: 'shutting-down' } });
  });

  it('waits a second for a gateway that takes no more messages, not until it does', async () => {
    const { room } = await startRoom();
    await closeClient(stage.bot.client as Client);
    let isClosed = false;
    const closing = stage.rooms.close().then(() => {
      isClosed = true;
    });
    await eventually(() => {
      clock.push(100);
      return isClosed;
    });
    await closing;
    await eventually(() => room.state.is === 'left');
    expect(stage.bot.recorded.text()).toContain('left by ending the connection to Discord');
  });
});
