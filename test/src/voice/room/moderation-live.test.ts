import { PermissionFlagsBits as Bits } from 'discord.js';
import { beforeEach, describe, expect, it } from 'vitest';
import { eventually } from '../../../../sandbox/test/support/eventually.ts';
import type { VoicePerson } from '../../../../sandbox/test/support/voice-person.ts';
import { voiceStatePayload } from '../../../../src/voice/connection/op4-gate.ts';
import { wordsFor } from '../../../../src/words/index.ts';
import {
  aboutVoice,
  heardBy,
  lostAndBack,
  madeUp,
  type RoomStage,
  sayPackets,
  startRoomStage,
} from '../../../support/room-stage.ts';

let stage: RoomStage;
let person: VoicePerson;

beforeEach(async () => {
  stage = await startRoomStage({ speed: 5 });
  person = await stage.sit('member');
  return async () => await stage[Symbol.asyncDispose]();
});

const words = wordsFor('en-US').voice;
const about = () => aboutVoice(stage);

describe('a moderator', () => {
  it('who moves the bot is followed, and it can be heard there', async () => {
    const room = await stage.enter();
    const states: string[] = [];
    room.onChange(({ is }) => states.push(is));
    const other = await stage.sit('moderator', 'workshop');
    await stage.moveTo('workshop', room);
    await heardBy(other, room);
    expect(states.at(-1)).toBe('ready');
    expect(states).toContain('moved');
    expect(stage.notices).toEqual([]);
  });

  it('who moves the bot is followed, if an earlier process had left it in the channel that it came to', async () => {
    const { voice } = stage.discord.channels;
    const left = voiceStatePayload({ guildId: stage.guildId, channelId: voice, deaf: true });
    stage.presence.line(stage.guildId)?.send(left);
    await eventually(() => stage.presence.own(stage.guildId).channelId === voice, 'an earlier place');
    const room = await stage.enter();
    await stage.sit('moderator', 'workshop');
    await stage.moveTo('workshop', room);
    expect(stage.notices).toEqual([]);
  });

  it('who moves the bot is told if the channel that it left goes on saying that the bot listens there', async () => {
    const room = await stage.enter();
    await room.setStatus('Listening');
    const { workshop, voice } = stage.discord.channels;
    await stage.sit('moderator', 'workshop');
    stage.discord.voiceStates.moveMember(stage.guildId, stage.botId, workshop);
    await eventually(() => stage.notices.length > 0);
    expect(stage.discord.voiceStates.statusOf(voice)).toBe('Listening');
    expect(stage.notices).toEqual([
      words.notices['status-stuck']({ channelId: voice, permissions: '**Manage Channels**' }),
    ]);
  });

  it('who moved the bot is obeyed when it has to join again, too', async () => {
    const room = await stage.enter();
    const other = await stage.sit('moderator', 'workshop');
    await stage.moveTo('workshop', room);
    await lostAndBack(room, () => stage.discord.voice.faults.close(4006, stage.botId));
    expect(stage.asked.at(-1)?.d.channel_id).toBe(stage.discord.channels.workshop);
    await heardBy(other, room);
  });

  it('who disconnects the bot is obeyed: it says so and does not come back', async () => {
    const room = await stage.enter();
    stage.discord.voiceStates.disconnectMember(stage.guildId, stage.botId);
    await eventually(() => room.state.is === 'left');
    expect(stage.ends).toEqual(['disconnected']);
    expect(stage.notices).toEqual([words.ends.disconnected(about())]);
    expect(stage.shown()).toBeUndefined();
    expect(stage.asked.filter(({ d }) => d.channel_id !== null)).toHaveLength(1);
  });

  it('who mutes the bot makes it pause and say so once; unmuted, it goes on where it was', async () => {
    const room = await stage.enter();
    stage.discord.voiceStates.setServerMute(stage.guildId, stage.botId, true);
    await eventually(() => room.state.is === 'muted');
    const packets = [Buffer.alloc(61, 1), Buffer.alloc(61, 2)];
    const playback = sayPackets(room, packets, 'while muted');
    await expect(stage.enter()).rejects.toMatchObject({ facts: { code: 'voice-muted' } });
    expect(stage.notices).toEqual([words.notices.muted(about())]);
    // As long as ten frames of somebody else take.
    await person.speakPackets(Array.from({ length: 10 }, () => Uint8Array.of(0xf8, 0xff, 0xfe)));
    expect(playback.playedMs).toBe(0);
    expect(stage.discord.voice.record.of(stage.botId).refused.muted).toBe(0);
    stage.discord.voiceStates.setServerMute(stage.guildId, stage.botId, false);
    expect(await playback.ended).toBe('finished');
    await eventually(() => stage.notices.length === 2);
    expect(stage.notices[1]).toBe(words.notices['goes-on'](about()));
    await eventually(() =>
      person.frames.some(({ packet }) => Buffer.from(packet).equals(packets[1] ?? packet)),
    );
  });

  it('who deafens a room that listens is told that it hears nobody', async () => {
    await stage.enter('voice', { allowed: new Set([person.person.id]) });
    stage.discord.voiceStates.setServerDeafen(stage.guildId, stage.botId, true);
    await eventually(() => stage.notices.length === 1);
    stage.discord.voiceStates.setServerDeafen(stage.guildId, stage.botId, false);
    await eventually(() => stage.notices.length === 2);
    expect(stage.notices).toEqual([words.notices.deafened(about()), words.notices['hears-again'](about())]);
  });

  it('who deletes the channel ends the room for that reason', async () => {
    const room = await stage.enter();
    stage.discord.removeChannel(stage.discord.channels.voice);
    await eventually(() => room.state.is === 'left');
    expect(stage.ends).toEqual(['channel-gone']);
    expect(stage.notices).toEqual([words.ends['channel-gone'](about())]);
  });

  it('who takes Speak away makes it pause and name the permission', async () => {
    const room = await stage.enter();
    stage.discord.setPermissions(stage.discord.channels.voice, stage.botId, 0n, Bits.Speak);
    await eventually(() => room.state.is === 'muted');
    await eventually(() => stage.notices.length === 1);
    expect(stage.notices[0]).toContain('**Speak**');
    await expect(stage.enter()).rejects.toMatchObject({
      facts: { code: 'bot-lacks-permissions', permissions: ['Speak'] },
    });
    stage.discord.setPermissions(stage.discord.channels.voice, stage.botId, Bits.Speak, 0n);
    await eventually(() => room.state.is === 'ready');
  });

  it.each(['Connect', 'ViewChannel'] as const)('who takes %s away ends the room', async (permission) => {
    const room = await stage.enter();
    stage.discord.setPermissions(stage.discord.channels.voice, stage.botId, 0n, Bits[permission]);
    await eventually(() => room.state.is === 'left');
    expect(stage.ends).toEqual(['not-permitted']);
    expect(stage.notices[0]).toContain(permission === 'Connect' ? '**Connect**' : '**View Channel**');
  });
});

describe('on a stage', () => {
  it('the bot lets itself speak where it may', async () => {
    const { stage: hall } = stage.discord.channels;
    stage.discord.setPermissions(hall, stage.botId, Bits.MuteMembers, 0n);
    await stage.sit('moderator', 'stage');
    const room = await stage.enter('stage');
    expect(room.state).toEqual({ is: 'ready', channelId: hall });
    expect(stage.shown()?.suppress).toBe(false);
  });

  it('the bot raises its hand otherwise, says that it waits, and speaks when it is let', async () => {
    const { stage: hall } = stage.discord.channels;
    stage.discord.setPermissions(hall, stage.botId, Bits.RequestToSpeak, Bits.MuteMembers);
    await stage.sit('moderator', 'stage');
    await expect(stage.enter('stage')).rejects.toMatchObject({ facts: { code: 'voice-audience' } });
    const room = stage.rooms.of(stage.guildId, madeUp);
    expect(room?.state).toEqual({ is: 'suppressed', channelId: hall, handRaised: true });
    expect(stage.shown()?.requestToSpeakAt).not.toBeNull();
    stage.discord.voiceStates.setSuppressed(stage.guildId, stage.botId, false);
    await eventually(() => room?.state.is === 'ready');
    await stage.enter('stage');
  });

  it('a moderator who puts the bot back into the audience is obeyed', async () => {
    const { stage: hall } = stage.discord.channels;
    stage.discord.setPermissions(hall, stage.botId, Bits.MuteMembers, 0n);
    await stage.sit('moderator', 'stage');
    const room = await stage.enter('stage');
    stage.discord.voiceStates.setSuppressed(stage.guildId, stage.botId, true);
    await eventually(() => room.state.is === 'suppressed');
    await eventually(() => stage.notices.length === 1);
    expect(stage.notices).toEqual([words.notices.suppressed({ ...about(), channelId: hall })]);
  });

  it('the bot names what it lacks when it may neither speak nor ask', async () => {
    stage.discord.setPermissions(
      stage.discord.channels.stage,
      stage.botId,
      0n,
      Bits.MuteMembers | Bits.RequestToSpeak,
    );
    await stage.sit('moderator', 'stage');
    await eventually(
      () => stage.rooms.whereIs(stage.guildId, stage.discord.people.moderator.id) !== undefined,
    );
    await expect(stage.enter('stage')).rejects.toMatchObject({
      facts: { code: 'bot-lacks-permissions', permissions: ['RequestToSpeak'] },
    });
  });
});
