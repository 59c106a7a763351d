import { beforeEach, describe, expect, it } from 'vitest';
import { eventually } from '../../../../sandbox/test/support/eventually.ts';
import { type RoomStage, sayPackets, startRoomStage } from '../../../support/room-stage.ts';

let stage: RoomStage;

beforeEach(async () => {
  stage = await startRoomStage();
  return async () => await stage[Symbol.asyncDispose]();
});

describe('a room', () => {
  it('is ready when what it says can be heard, encrypted from the first frame', async () => {
    const person = await stage.sit('member');
    const room = await stage.enter();
    expect(room.state).toEqual({ is: 'ready', channelId: stage.discord.channels.voice });
    const said = Array.from({ length: 10 }, (_, index) => Buffer.alloc(60, index + 1));
    expect(await sayPackets(room, said).ended).toBe('finished');
    const heard = () => person.frames.map(({ packet }) => Buffer.from(packet).toString('hex'));
    await eventually(() => heard().includes(Buffer.alloc(60, 10).toString('hex')));
    expect(heard().filter((packet) => packet.length === 120)).toEqual(
      said.map((packet) => packet.toString('hex')),
    );
    const { unencryptedFrames } = stage.discord.voice.record.of(stage.botId);
    expect(unencryptedFrames).toBe(0);
  });
});
