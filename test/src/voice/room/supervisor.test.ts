import { afterEach, describe, expect, it } from 'vitest';
import { Op4Gate } from '../../../../src/voice/connection/op4-gate.ts';
import { createEars } from '../../../../src/voice/ears/ears.ts';
import { createMouth } from '../../../../src/voice/mouth/mouth.ts';
import { RoomSupervisor } from '../../../../src/voice/room/supervisor.ts';
import { FakeClock } from '../../../support/fake-clock.ts';
import { recordingLog } from '../../../support/fake-log.ts';
import { FakePresence } from '../../../support/fake-presence.ts';
import { MemoryShelf } from '../../../support/memory-shelf.ts';

let supervisor: RoomSupervisor | undefined;
let groups = 0;

afterEach(() => void supervisor?.close());

/** A room in channel 2, whose main gateway is asked and says nothing by itself. */
async function supervised(isConnected = true) {
  const clock = new FakeClock();
  const presence = new FakePresence();
  presence.connected = isConnected;
  groups += 1;
  supervisor = new RoomSupervisor(
    {
      presence,
      records: new MemoryShelf(),
      owed: { owe: () => undefined },
      gate: new Op4Gate(clock, recordingLog().log),
      noteDatagrams: () => undefined,
      clock,
      log: recordingLog().log,
      group: `supervisor test ${groups}`,
      random: () => 0,
      createMouth: (sink) => createMouth(sink),
      createEars: () => createEars(),
    },
    '1',
    true,
    () => undefined,
    '2',
  );
  supervisor.start();
  await clock.advance(0);
  expect(presence.wishes).toEqual(isConnected ? ['2'] : []);
  const own = supervisor;
  /** That changes one after the other, after so long each. */
  const deafEach = async (pauseMs: number, ...changes: readonly boolean[]) => {
    for (const deaf of changes) {
      own.setDeaf(deaf);
      await clock.advance(pauseMs);
    }
  };
  return { clock, presence, supervisor, deafEach };
}

describe('a room that reconnects', () => {
  it('leaves, and joins again as soon as Discord says that it left', async () => {
    const { clock, presence, supervisor } = await supervised();
    presence.setOwn({ channelId: '2' });
    supervisor.rejoin();
    await clock.advance(300);
    expect(presence.wishes).toEqual(['2', null]);
    presence.setOwn({ channelId: undefined });
    await clock.advance(100);
    expect(presence.wishes).toEqual(['2', null, '2']);
  });

  it.each(['2', undefined])(
    'waits a second for that and no longer, shown in channel %s',
    async (channelId) => {
      const { clock, presence, supervisor } = await supervised();
      presence.setOwn({ channelId });
      supervisor.rejoin();
      await clock.advance(999);
      expect(presence.wishes).toEqual(['2', null]);
      await clock.advance(1);
      expect(presence.wishes).toEqual(['2', null, '2']);
    },
  );
});

describe('a room whose gateway is away', () => {
  it('is asked for again when that could not be done for a minute', async () => {
    const { clock, presence } = await supervised(false);
    await clock.advance(90_000);
    presence.connected = true;
    await clock.advance(5_000);
    // Where the bot is by then is not known, so it leaves first.
    expect(presence.wishes).toEqual([null, '2']);
  });
});

describe('a room that is over', () => {
  it('leaves once the gateway is back, however long that takes, and is not waited for', async () => {
    const { clock, presence, supervisor } = await supervised();
    presence.connected = false;
    let closed = false;
    void supervisor.close().then(() => {
      closed = true;
    });
    await clock.advance(2_500);
    expect(closed).toBe(true);
    await clock.advance(60_000);
    presence.connected = true;
    await clock.advance(1_000);
    expect(presence.wishes).toEqual(['2', null]);
  });

  it('leaves again while Discord still shows the bot there', async () => {
    const { clock, presence, supervisor } = await supervised();
    presence.setOwn({ channelId: '2' });
    void supervisor.close();
    await clock.advance(3_000);
    expect(presence.wishes).toEqual(['2', null, null]);
    presence.setOwn({ channelId: undefined });
    await clock.advance(60_000);
    expect(presence.wishes).toEqual(['2', null, null]);
  });
});

describe("the bot's own ears", () => {
  it('are shown as they are in the end, however often that changed meanwhile, and not again', async () => {
    const { clock, presence, supervisor } = await supervised();
    for (let change = 0; change < 101; change += 1) supervisor.setDeaf(change % 2 === 1);
    await clock.advance(5_000);
    expect(presence.deafWishes).toEqual([true, false]);
    expect(presence.wishes).toEqual(['2', '2']);
  });

  it("are shown again when they change while the gateway's turn is waited for, as they are by then", async () => {
    const { clock, presence, supervisor, deafEach } = await supervised();
    await deafEach(0, false, true);
    // Three messages are out, and the next has to wait.
    await deafEach(100, false, true);
    supervisor.setDeaf(false);
    await clock.advance(5_000);
    expect(presence.deafWishes).toEqual([true, false, true, false]);
  });

  it('are never shown as they are no longer', async () => {
    const { clock, presence, supervisor, deafEach } = await supervised();
    await deafEach(0, false, true);
    await deafEach(100, false);
    supervisor.setDeaf(true);
    await clock.advance(5_000);
    expect(presence.deafWishes).toEqual([true, false, true, true]);
  });

  it('are shown right by the message that joins, when they changed before it was sent', async () => {
    const { clock, presence, supervisor } = await supervised();
    supervisor.rejoin();
    await clock.advance(100);
    supervisor.setDeaf(false);
    await clock.advance(5_000);
    expect(presence.wishes.slice(0, 3)).toEqual(['2', null, '2']);
    expect(presence.deafWishes[2]).toBe(false);
  });
});
