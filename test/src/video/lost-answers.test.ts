import { DatabaseSync } from 'node:sqlite';
import { expect, it } from 'vitest';
import { Spending } from '../../../src/community/spending.ts';
import { holdMoney } from '../../../src/community/spending-lease.ts';
import { RepeatedWrites } from '../../../src/operations/repeated-writes.ts';
import type { Atomic } from '../../../src/storage/atomic/atomic.ts';
import { sqliteAtomic } from '../../../src/storage/atomic/sqlite-atomic.ts';
import { nobodyElse } from '../../../src/storage/elsewhere.ts';
import { layOut } from '../../../src/storage/layout.ts';
import { storeOn } from '../../../src/storage/store.ts';
import { StoreError } from '../../../src/storage/store-error.ts';
import { Acceptance } from '../../../src/video/acceptance.ts';
import { jobIndex, type VideoJob, videoJobSchema } from '../../../src/video/job.ts';
import { JobLedger } from '../../../src/video/ledger.ts';
import { FakeClock } from '../../support/fake-clock.ts';
import { silentLog as log } from '../../support/fake-log.ts';

const [job, next] = ['1324000000000000001', '1324000000000000002'] as const;
const place = {
  ...{ guildId: '1324000000000000003', channelId: '1324000000000000004', userId: '1324000000000000005' },
  ...{ locale: 'en-US', publicLocale: 'en-US' },
};
const panel = { channelId: place.channelId, applicationId: '1324000000000000006', tokenExpiresAt: 0 };
/** A video of a text needs neither messages nor files. */
const nothing = {} as never;

type Write = 'insert' | 'compareAndSet' | 'reserve' | 'settle';

/** A store in which chosen writes are done and never answered, as when PostgreSQL goes away at that moment. */
async function world() {
  const database = new DatabaseSync(':memory:');
  layOut(database);
  const atomic = sqliteAtomic({ database, read: (run) => run(), write: async (run) => run() }, () => 0);
  const lost: Write[] = [];
  const answered = async <Result>(write: Write, work: () => Promise<Result>): Promise<Result> => {
    const result = await work();
    if (lost[0] !== write) return result;
    lost.shift();
    throw new StoreError('unreachable', "can't reach the store");
  };
  const { records, money } = atomic;
  const lossy: Atomic = {
    ...atomic,
    records: {
      ...records,
      insert: async (...args) => await answered('insert', async () => await records.insert(...args)),
      compareAndSet: async (...args) =>
        await answered('compareAndSet', async () => await records.compareAndSet(...args)),
    },
    money: {
      reserve: async (...args) => await answered('reserve', async () => await money.reserve(...args)),
      settle: async (...args) => await answered('settle', async () => await money.settle(...args)),
      balances: async (accounts) => await money.balances(accounts),
      correct: async (correction) => await money.correct(correction),
      leftOpen: (...args) => money.leftOpen(...args),
      sumsOf: async (whose) => await money.sumsOf(whose),
      renamePerson: async (...args) => await money.renamePerson(...args),
      forgetBefore: async (...args) => await money.forgetBefore(...args),
    },
  };
  const clock = new FakeClock();
  const parts = {
    ...{ atomic: lossy, schemaVersion: 1, hadRecords: false, elsewhere: nobodyElse, copies: () => [] },
    checkpoint: () => undefined,
    inSmallSteps: <Result>(work: () => Promise<Result>) => work(),
    moveLog: async () => undefined,
    eraseTraces: async () => false,
    close: async () => undefined,
  };
  const store = storeOn(parts, { log, now: () => clock.now() });
  const writes = new RepeatedWrites({ clock, log });
  const shelf = store.collection('video-jobs', videoJobSchema, jobIndex);
  const ledger = new JobLedger({ shelf, clock, log, writes });
  const limits = { perPersonPerDay: 60, perGuildPerDay: 0, perBotPerDay: 0 };
  const spent = await holdMoney(lossy);
  const spending = new Spending({ unit: 'video-seconds', spent, clock, log, writes, limits });
  const acceptance = new Acceptance({
    ...{ ledger, spending, clock, region: 'singapore' as const },
    messenger: nothing,
    inspectors: nothing,
  });
  const order = async (id: string): Promise<VideoJob> =>
    await acceptance.accept(
      { id, reference: 'ABCD', ...place, panel, attachmentLimitBytes: 1e7 },
      { of: 'text', prompt: 'a kite', duration: 5 },
    );
  const spentSeconds = async () =>
    (await money.sumsOf({ userId: place.userId })).reduce((sum, { amount }) => sum + amount, 0);
  return { clock, ledger, shelf, order, lost, spentSeconds };
}

it('a video whose acceptance was written without an answer is not made, since its person was told so, and costs nothing', async () => {
  const { clock, shelf, order, lost, spentSeconds } = await world();
  lost.push('insert');
  await expect(order(job)).rejects.toMatchObject({ trouble: 'unreachable' });
  await clock.advance(60_000);
  expect(await shelf.get(job)).toBeUndefined();
  expect(await spentSeconds()).toBe(0);
});

it('seconds that were reserved without an answer are given back, also if that answer is lost too', async () => {
  const { clock, order, lost, spentSeconds } = await world();
  lost.push('reserve', 'settle');
  await expect(order(job)).rejects.toMatchObject({ trouble: 'unreachable' });
  await clock.advance(60_000);
  expect(await spentSeconds()).toBe(0);
  await order(next);
  expect(await spentSeconds()).toBe(5);
});

it('what has happened and was written without an answer goes on at once, and not with the next start', async () => {
  const { clock, ledger, order, lost } = await world();
  await order(job);
  const entered: string[] = [];
  ledger.onEntering(['submitting', 'pending'], ({ state }) => entered.push(state));
  await ledger.apply(job, { type: 'submission-started' });
  lost.push('compareAndSet');
  const recorded = ledger.record(job, { type: 'task-created', taskId: 'task' });
  await clock.advance(60_000);
  expect(await recorded).toMatchObject({ state: 'pending', taskId: 'task' });
  expect(entered).toEqual(['submitting', 'pending']);
  expect(ledger.countByState()).toMatchObject({ pending: 1 });
});

it('what another process has begun with by then is not taken back', async () => {
  const { ledger, shelf, order } = await world();
  await order(job);
  await ledger.apply(job, { type: 'submission-started' });
  expect(await ledger.takeBack(job)).toBe(false);
  expect(await shelf.get(job)).toMatchObject({ state: 'submitting' });
  expect(await ledger.takeBack(next)).toBe(true);
});

it('a submission is begun once: a later one, or one that lost the answer, creates nothing and has it looked up', async () => {
  const { ledger, order, lost } = await world();
  await order(job);
  lost.push('compareAndSet');
  await expect(ledger.begin(job)).rejects.toMatchObject({ trouble: 'unreachable' });
  expect(await ledger.begin(job)).toBeUndefined();
  expect(ledger.open().map(({ state }) => state)).toEqual(['lost']);
  await order(next);
  expect(await ledger.begin(next)).toMatchObject({ state: 'submitting' });
  expect(await ledger.begin(next)).toBeUndefined();
});
