import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { VoiceRoom } from '../../../src/voice/room-types.ts';
import { eventually } from '../../support/eventually.ts';
import { type RoomStage, type Sitter, startRoomStage } from '../../support/room-stage.ts';

let stage: RoomStage;
let sitter: Sitter;

beforeEach(async () => {
  // Deadlines and back-off pass ten times as fast; sockets do not.
  stage = await startRoomStage({ speed: 10 });
  sitter = await stage.sit('member');
});

afterEach(async () => {
  await stage[Symbol.asyncDispose]();
});

let said = 0;

/** Says something that nobody said before, and resolves when the person heard it. */
async function isHeard(room: VoiceRoom): Promise<void> {
  said += 1;
  const packet = Buffer.alloc(70, said);
  let heard = false;
  const stop = sitter.voice.onPacket(({ packet: got }) => {
    heard ||= Buffer.from(got).equals(packet);
  });
  const playback = room.mouth.play({
    id: `said ${said}`,
    priority: 'normal',
    packets: (async function* () {
      for (let sent = 0; sent < 5; sent += 1) yield packet;
    })(),
  });
  expect(await playback.ended).toBe('finished');
  await eventually(() => heard, 'being heard');
  stop();
}

const bot = () => stage.discord.botUserId;
const joins = () => stage.asked.filter(({ d }) => d.channel_id !== null).length;

describe('a voice socket that closes while the room is ready', () => {
  it.each([1006, 4015])('with %i is resumed, without the main gateway', async (code) => {
    const room = await stage.enter();
    stage.discord.voice.faults.close(code, bot());
    await eventually(() => room.state.is === 'lost');
    await eventually(() => room.state.is === 'ready');
    await isHeard(room);
    expect(joins()).toBe(1);
    expect(stage.notices).toEqual([]);
  });

  it.each([4000, 4006, 4009, 4004, 4011, 4016])('with %i is replaced by a new one', async (code) => {
    const room = await stage.enter();
    stage.discord.voice.faults.close(code, bot());
    await eventually(() => room.state.is === 'lost');
    await eventually(() => room.state.is === 'ready');
    await isHeard(room);
    expect(joins()).toBe(2);
  });

  it.each([
    [4014, 'disconnected'],
    [4022, 'disconnected'],
    [4017, 'outdated'],
    [4021, 'refused'],
  ] as const)('with %i ends the room as %s, says so, and is not joined again', async (code, end) => {
    const room = await stage.enter();
    stage.discord.voice.faults.close(code, bot());
    await eventually(() => room.state.is === 'left');
    expect(stage.ends).toEqual([end]);
    expect(stage.notices).toHaveLength(1);
    expect(joins()).toBe(1);
    expect(stage.rooms.of(stage.discord.guildId)).toBeUndefined();
  });
});
