import { expect, onTestFinished, test } from 'vitest';
import type { z } from 'zod';
import { MessageError } from '../../../src/discord/messenger.ts';
import {
  OwnerNotices,
  type OwnerTrouble,
  type toldTroubleSchema,
} from '../../../src/discord/owner-notices.ts';
import { wordsFor } from '../../../src/words/index.ts';
import { FakeClock } from '../../support/fake-clock.ts';
import { silentLog } from '../../support/fake-log.ts';
import { Lifeline } from '../../support/lifeline.ts';
import { MemoryShelf, WriteFaults } from '../../support/memory-shelf.ts';

function world() {
  const clock = new FakeClock();
  const faults = new WriteFaults(() => clock.now());
  const shelf = new MemoryShelf<z.infer<typeof toldTroubleSchema>>(() => new Lifeline(), faults);
  const told: string[] = [];
  const discord = { isAway: false, closed: '', holds: Promise.resolve() };
  const open = () => {
    const notices = new OwnerNotices({
      owners: { ids: async () => new Set(['1', '2']) },
      messenger: {
        direct: async (userId, body) => {
          if (discord.isAway) throw new Error('away');
          if (userId === discord.closed) throw new MessageError('closed', undefined, 50_007);
          await discord.holds;
          told.push(`${userId} ${JSON.stringify(body)}`);
        },
      },
      ...{ shelf, words: wordsFor(undefined), clock, log: silentLog },
    });
    onTestFinished(async () => await notices.close());
    return notices;
  };
  /** One after the other, and until all who can be told have been. */
  const report = async (notices: OwnerNotices, trouble: OwnerTrouble, ...changes: readonly boolean[]) => {
    for (const isThere of changes) {
      notices.report(trouble, isThere);
      await clock.advance(0);
    }
  };
  return { report, clock, faults, shelf, told, discord, open };
}

test('each owner hears of a trouble once, until it is over', async () => {
  const { report, clock, told, open } = world();
  const notices = open();
  for (let time = 0; time < 3; time += 1) notices.report('disk-full', true);
  await clock.advance(0);
  expect(told).toHaveLength(2);
  expect(told[0]).toContain('Less than 100 MB');
  expect(notices.troubles).toEqual(['disk-full']);
  await report(notices, 'disk-full', false);
  expect(notices.troubles).toEqual([]);
  await report(notices, 'disk-full', true);
  expect(told).toHaveLength(4);
});

test('a restart does not tell them again', async () => {
  const { report, told, open } = world();
  const first = open();
  await report(first, 'key-refused', true);
  await first.close();
  await report(open(), 'key-refused', true);
  expect(told).toHaveLength(2);
});

test('while Discord is away it is tried again', async () => {
  const { clock, told, discord, open } = world();
  discord.isAway = true;
  open().report('account-arrears', true);
  await clock.advance(5 * 60_000);
  discord.isAway = false;
  await clock.advance(60_000);
  expect(told).toHaveLength(2);
});

test('what was over before it could be told is not told', async () => {
  const { report, clock, told, discord, open } = world();
  const notices = open();
  discord.isAway = true;
  await report(notices, 'backup-old', true);
  notices.report('backup-old', false);
  discord.isAway = false;
  await clock.advance(5 * 60_000);
  expect(told).toEqual([]);
});

test('an owner who takes no messages costs the others no second one, and is asked every hour', async () => {
  const { clock, told, discord, open } = world();
  discord.closed = '2';
  open().report('disk-full', true);
  await clock.advance(59 * 60_000);
  expect(told.map((line) => line.slice(0, 1))).toEqual(['1']);
  discord.closed = '';
  await clock.advance(60_000);
  expect(told.map((line) => line.slice(0, 1))).toEqual(['1', '2']);
  await clock.advance(24 * 60 * 60_000);
  expect(told).toHaveLength(2);
});

test('a full disk, on which nobody can note that they were told, makes nobody hear twice', async () => {
  const { report, clock, faults, told, open } = world();
  faults.fail(1, Number.POSITIVE_INFINITY);
  const notices = open();
  await report(notices, 'disk-full', true);
  notices.report('disk-full', true);
  await clock.advance(60 * 60_000);
  expect(told).toHaveLength(2);
});

test('what was over while they were being told is told when it comes back, also after a restart', async () => {
  const { report, clock, told, discord, shelf, open } = world();
  const { promise, resolve } = Promise.withResolvers<void>();
  discord.holds = promise;
  const notices = open();
  await report(notices, 'key-refused', true, false);
  resolve();
  await clock.advance(0);
  expect(shelf.records.size).toBe(0);
  await notices.close();
  await report(open(), 'key-refused', true);
  expect(told).toHaveLength(4);
});

test('of two processes that notice it in the same moment, one tells them', async () => {
  const { clock, told, open } = world();
  const [first, second] = [open(), open()];
  for (const notices of [first, second]) notices.report('key-refused', true);
  await clock.advance(10 * 60_000);
  expect(told).toHaveLength(2);
});

test('what a process was about to tell when it died is told by another one', async () => {
  const { clock, told, shelf, open } = world();
  await shelf.set('key-refused', { claimedUntil: clock.now() + 120_000 });
  open().report('key-refused', true);
  await clock.advance(60_000);
  expect(told).toEqual([]);
  await clock.advance(120_000);
  expect(told).toHaveLength(2);
});

test('while Discord is away, a process keeps what it is to tell', async () => {
  const { clock, told, discord, open } = world();
  discord.isAway = true;
  for (const notices of [open(), open()]) notices.report('account-arrears', true);
  await clock.advance(10 * 60_000);
  discord.isAway = false;
  await clock.advance(3 * 60_000);
  expect(told).toHaveLength(2);
});

test('what could not be told is tried again a minute later, not when its claim is over', async () => {
  const { report, clock, told, discord, open } = world();
  discord.isAway = true;
  await report(open(), 'key-refused', true);
  discord.isAway = false;
  await clock.advance(60_000);
  expect(told).toHaveLength(2);
});

test('who told them the last time has no right to tell them the next time', async () => {
  const { report, clock, told, discord, open } = world();
  const [first, second] = [open(), open()];
  await report(first, 'key-refused', true, false);
  const { promise, resolve } = Promise.withResolvers<void>();
  discord.holds = promise;
  await report(second, 'key-refused', true);
  await report(first, 'key-refused', true);
  resolve();
  await clock.advance(10 * 60_000);
  expect(told).toHaveLength(4);
});
