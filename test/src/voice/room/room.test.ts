import { afterEach, expect, it } from 'vitest';
import { Op4Gate } from '../../../../src/voice/connection/op4-gate.ts';
import type { RoomEars } from '../../../../src/voice/ears/types.ts';
import { createMouth } from '../../../../src/voice/mouth/mouth.ts';
import { Notices } from '../../../../src/voice/room/notices.ts';
import { Room } from '../../../../src/voice/room/room.ts';
import { roomWords } from '../../../../src/wiring/voice.ts';
import { FakeClock } from '../../../support/fake-clock.ts';
import { silentLog } from '../../../support/fake-log.ts';
import { FakePresence } from '../../../support/fake-presence.ts';
import { MemoryShelf } from '../../../support/memory-shelf.ts';

const clock = new FakeClock();
let room: Room | undefined;

afterEach(async () => {
  const gone = room?.leave('asked');
  await clock.advance(10_000);
  await gone;
});

it('a room that is being left hears nobody any more, however long its last words take', async () => {
  const presence = new FakePresence();
  presence.addPlace('here', { occupants: ['a'] });
  const allowed: (readonly string[])[] = [];
  const ears: RoomEars = {
    allow: (userIds) => void allowed.push([...userIds]),
    onFrame: () => () => undefined,
    onDeafness: () => () => undefined,
    attach: () => undefined,
    detach: () => undefined,
    forget: () => undefined,
    close: () => undefined,
  };
  const neverPosted = new Promise<never>(() => undefined);
  room = new Room(
    {
      presence,
      records: new MemoryShelf(),
      owed: { owe: () => undefined },
      gate: new Op4Gate(clock, silentLog),
      noteDatagrams: () => undefined,
      clock,
      log: silentLog,
      group: 'room test',
      random: () => 0,
      createMouth: (sink) => createMouth(sink),
      createEars: () => ears,
    },
    { aloneMs: 60_000, idleMs: 0 },
    new Notices({ post: () => neverPosted }, roomWords, silentLog),
    () => undefined,
    {
      guildId: 'g',
      channelId: 'here',
      feature: { name: 'talk', rank: 1 },
      notices: { channelId: 'text' },
      allowed: new Set(['a']),
    },
  );
  room.start();
  const refused = room
    .admit({
      guildId: 'g',
      channelId: 'here',
      feature: { name: 'talk', rank: 1 },
      notices: { channelId: 'text' },
      allowed: new Set(['a']),
    })
    .catch((error: unknown) => error);
  expect(allowed).toEqual([['a']]);
  void room.leave('lost');
  expect(allowed).toEqual([['a'], []]);
  expect(await refused).toMatchObject({ facts: { code: 'voice-unreachable' } });
});
