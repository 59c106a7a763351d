import { DatabaseSync } from 'node:sqlite';
import { expect, it } from 'vitest';
import { Spending } from '../../../src/community/spending.ts';
import { holdMoney } from '../../../src/community/spending-lease.ts';
import { KeyedMutex } from '../../../src/operations/mutex.ts';
import { RepeatedWrites } from '../../../src/operations/repeated-writes.ts';
import type { Atomic } from '../../../src/storage/atomic/atomic.ts';
import { sqliteAtomic } from '../../../src/storage/atomic/sqlite-atomic.ts';
import { layOut } from '../../../src/storage/layout.ts';
import { StoreError } from '../../../src/storage/store-error.ts';
import { Acceptance } from '../../../src/video/acceptance.ts';
import { Decisions } from '../../../src/video/decisions.ts';
import { jobIndex, type VideoJob, videoJobSchema } from '../../../src/video/job.ts';
import { JobLedger } from '../../../src/video/ledger.ts';
import type { JobEvent } from '../../../src/video/transition.ts';
import { FakeClock } from '../../support/fake-clock.ts';
import { recordingLog } from '../../support/fake-log.ts';
import { storeOver } from '../../support/opened-store.ts';
import { refusalCode } from '../../support/rejection.ts';

const [job, next] = ['1324000000000000001', '1324000000000000002'] as const;
const place = {
  ...{ guildId: '1324000000000000003', channelId: '1324000000000000004', userId: '1324000000000000005' },
  ...{ locale: 'en-US', publicLocale: 'en-US' },
};
const panel = { channelId: place.channelId, applicationId: '1324000000000000006', tokenExpiresAt: 0 };
/** A video of a text needs neither messages nor files. */
const nothing = {} as never;

type Write = 'compareAndSet' | 'writeTogether';

/** A store in which chosen writes are done and never answered, as when PostgreSQL goes away at that moment. */
async function world() {
  const { log, lines } = recordingLog();
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
  const { records, money, writeTogether } = atomic;
  const lossy: Atomic = {
    ...atomic,
    records: {
      ...records,
      compareAndSet: async (...args) =>
        await answered('compareAndSet', async () => await records.compareAndSet(...args)),
    },
    writeTogether: async (write) => await answered('writeTogether', async () => await writeTogether(write)),
  };
  const clock = new FakeClock();
  const store = storeOver(lossy, { log, now: () => clock.now() });
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
  const decisions = new Decisions({ ledger, client: nothing, mutex: new KeyedMutex(), clock, spending });
  return { clock, ledger, lines, shelf, order, lost, spentSeconds, decisions, money };
}

async function loseTask(ledger: JobLedger): Promise<void> {
  for (const type of ['submission-started', 'answer-lost', 'task-not-found'] as const)
    await ledger.apply(job, { type });
}

it('a video whose acceptance was written without an answer is not made, since its person was told so, and costs nothing', async () => {
  const { clock, shelf, order, lost, spentSeconds } = await world();
  // Nor when the answer to taking it back is lost, too.
  lost.push('writeTogether', 'writeTogether');
  await expect(order(job)).rejects.toMatchObject({ trouble: 'unreachable' });
  await clock.advance(60_000);
  expect(lost).toEqual([]);
  expect(await shelf.get(job)).toBeUndefined();
  expect(await spentSeconds()).toBe(0);
  await order(next);
  expect(await spentSeconds()).toBe(5);
});

it('a retry that was written without an answer is paid, goes on once the store answers, and is not made a second time', async () => {
  const { clock, ledger, order, lost, spentSeconds, decisions } = await world();
  const accepted = await order(job);
  await loseTask(ledger);
  const entered: string[] = [];
  ledger.onEntering(['accepted'], ({ state }) => entered.push(state));
  lost.push('writeTogether');
  await expect(decisions.resubmit(accepted, place.userId)).rejects.toMatchObject({ trouble: 'unreachable' });
  expect(await spentSeconds()).toBe(10);
  await clock.advance(60_000);
  expect(entered).toEqual(['accepted']);
  expect(await refusalCode(decisions.resubmit(accepted, place.userId))).toBe('already-decided');
  expect(await spentSeconds()).toBe(10);
});

it('a retry that another process has decided about by then costs nothing here', async () => {
  const { ledger, shelf, order, spentSeconds, decisions } = await world();
  const accepted = await order(job);
  await loseTask(ledger);
  await shelf.set(job, accepted);
  expect(await refusalCode(decisions.resubmit(accepted, place.userId))).toBe('already-decided');
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

it('what another process has begun with by then is not taken back, nor what it was paid with', async () => {
  const { ledger, shelf, order, spentSeconds } = await world();
  await order(job);
  await ledger.apply(job, { type: 'submission-started' });
  await ledger.takeBack(job);
  expect(await shelf.get(job)).toMatchObject({ state: 'submitting' });
  expect(await spentSeconds()).toBe(5);
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

const made = { type: 'task-created', taskId: 'task' } as const;
const observed = (facts: object): JobEvent => ({
  type: 'task-observed',
  task: { taskId: 'task', ...facts } as Extract<JobEvent, { type: 'task-observed' }>['task'],
});
const succeeded = (billedSeconds?: number): JobEvent =>
  observed({
    ...{ status: 'succeeded', videoUrl: 'https://video.test/one' },
    ...(billedSeconds === undefined ? {} : { usage: { billedSeconds } }),
  });
const delivered: JobEvent = { type: 'delivered', channelId: '1', messageId: '2', as: 'file' };
it.each<[end: string, spent: number, events: readonly JobEvent[]]>([
  ['is delivered', 3, [made, succeeded(3), delivered]],
  ['is delivered and the service said no cost', 5, [made, succeeded(), delivered]],
  ['is delivered and cost more than was reserved', 5, [made, succeeded(9), delivered]],
  ["can't be posted where it was asked for", 3, [made, succeeded(3), { type: 'place-closed' }]],
  ['fails at the service', 0, [made, observed({ status: 'failed' })]],
  ['is cancelled at the service', 0, [made, observed({ status: 'canceled' })]],
  ['is refused', 0, [{ type: 'submission-refused', failure: { fault: 'moderation', code: 'x' } }]],
  [
    'is made and turns out unusable',
    5,
    [made, succeeded(3), { type: 'result-unusable', failure: { fault: 'result-expired' } }],
  ],
  ["isn't made in time", 0, [made, { type: 'deadline-passed' }]],
])(
  'what a video cost is written together with its end, also without an answer, when it %s',
  async (_, spent, events) => {
    const { clock, ledger, order, lost, spentSeconds } = await world();
    await order(job);
    await ledger.apply(job, { type: 'submission-started' });
    for (const event of events.slice(0, -1)) await ledger.record(job, event);
    expect(await spentSeconds()).toBe(5);
    lost.push('writeTogether');
    const recorded = ledger.record(job, events.at(-1) ?? delivered);
    await clock.advance(0);
    expect(await spentSeconds()).toBe(spent);
    await clock.advance(60_000);
    expect(await recorded).toMatchObject({ settled: false });
    expect(await spentSeconds()).toBe(spent);
  },
);

it('a second call that was made for the same video is settled by its own reservation', async () => {
  const { ledger, order, spentSeconds, decisions, money } = await world();
  const accepted = await order(job);
  await loseTask(ledger);
  await decisions.resubmit(accepted, place.userId);
  await ledger.apply(job, { type: 'submission-started' });
  for (const event of [made, succeeded(3), delivered]) await ledger.record(job, event);
  expect(await spentSeconds()).toBe(5 + 3);
  // Whether the first one is billed stays unknown.
  expect(await money.settle({ unit: 'video-seconds', id: job }, 5, 'keep')).toEqual({
    reserved: 5,
    counted: 5,
  });
});

it('what an older version ended and had not settled is settled once its requester knows of the end', async () => {
  const { ledger, shelf, order, spentSeconds } = await world();
  await order(job);
  await ledger.apply(job, { type: 'submission-started' });
  for (const event of [made, succeeded(3)]) await ledger.record(job, event);
  const before = await ledger.look(job);
  if (before?.state !== 'succeeded') throw new Error('no video');
  const end = {
    state: 'delivered',
    settled: false,
    deliveredAt: 1,
    channelId: '1',
    messageId: '2',
    as: 'file',
  } as const;
  await shelf.set(job, { ...before, ...end });
  expect(await spentSeconds()).toBe(5);
  await ledger.record(job, { type: 'settled', of: 'delivered' });
  expect(await spentSeconds()).toBe(3);
});

it('a bill above what was reserved is said in the log once, and one of all of it is not', async () => {
  const { ledger, lines, order } = await world();
  for (const [id, seconds] of [
    [job, 9],
    [next, 5],
  ] as const) {
    await order(id);
    await ledger.apply(id, { type: 'submission-started' });
    for (const event of [made, succeeded(seconds), delivered, { type: 'settled', of: 'delivered' } as const])
      await ledger.record(id, event);
  }
  expect(lines.filter(({ billed }) => billed !== undefined)).toMatchObject([
    { billed: 9, reserved: 5, level: 'error' },
  ]);
});
