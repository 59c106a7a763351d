import { expect, onTestFinished, test } from 'vitest';
import type { JointWrite, Lease } from '../../../../src/storage/atomic/atomic.ts';
import { postgresAccess } from '../../../../src/storage/postgres/access.ts';
import { postgresAtomic } from '../../../../src/storage/postgres/atomic.ts';
import type { WorkEntries } from '../../../../src/storage/postgres/joint-write.ts';
import { postgresSettings } from '../../../../src/storage/postgres/settings.ts';
import { openPostgresWork, workSchema } from '../../../../src/storage/postgres/work-queue.ts';
import { StoreError } from '../../../../src/storage/store-error.ts';
import { silentLog as log } from '../../../support/fake-log.ts';
import { laidOutPostgres, refuseWrites, runSql } from '../../../support/postgres.ts';
import { PostgresProxy } from '../../../support/postgres-proxy.ts';

const unit = 'video-seconds';
const account = { unit, period: '2026-01-15' };
const key = 'jobs:1';

type Query = Parameters<WorkEntries['writeWithin']>[0];

/** A gateway process behind a network that can lose something, and a worker. What's done around the write of an entry is `around`'s. */
async function world(around = async (write: () => Promise<void>, _: Query): Promise<void> => await write()) {
  /** Nobody waits between two tries; others may do something there. */
  const between = { tries: async (): Promise<void> => undefined };
  const clock = { now: () => 0, sleep: async () => await between.tries() };
  const url = await laidOutPostgres();
  const settings = postgresSettings(url);
  const entries = `${workSchema(settings)}.job`;
  const proxy = await PostgresProxy.open(url);
  const worker = await openPostgresWork({ settings, log, isWorker: true });
  const gateway = await openPostgresWork({ settings, log, isWorker: false });
  const access = postgresAccess({ settings: postgresSettings(proxy.url), clock });
  const beside = postgresAccess({ settings, clock });
  onTestFinished(async () => {
    await Promise.all([worker.close(), gateway.close(), access.close(), beside.close()]);
  });
  const atomic = postgresAtomic(access, {
    ...gateway,
    writeWithin: async (query, work) =>
      await around(async () => await gateway.writeWithin(query, work), query),
  });
  const other = postgresAtomic(beside);
  const lease = await other.leases.acquire('bot', 'bot', 60_000);
  if (!lease) throw new Error('no lease');
  const over = { units: [unit], from: account.period, to: account.period };
  const job = (by: Lease = lease, amount = 5): JointWrite => ({
    ...{ key, text: 'job', work: { id: '1', is: 'open' } },
    reserve: {
      ...{ unit, id: '1', guildId: 'guild', userId: 'ada', amount, charged: [account], lease: by },
      ...{ limits: [{ over, most: 60 }], keptUntil: 1, sumsKeptUntil: 1 },
    },
  });
  const there = async () => ({
    record: (await other.records.read(key))?.text,
    spent: (await other.money.balances([account]))[0],
    asked: (await runSql(url, `SELECT data FROM ${entries}`)).map(({ data }) => data),
  });
  const clear = async () => {
    await runSql(url, `TRUNCATE records, sums, reservations, ${entries}`);
  };
  return { url, entries, proxy, worker, atomic, other, lease, job, there, clear, between };
}

const nothing = { record: undefined, spent: 0, asked: [] };
const all = { record: 'job', spent: 5, asked: [{ id: '1' }] };

test('a job, what it is paid with and its entry in the queue are all there, or none is', async () => {
  const { url, entries, worker, atomic, lease, job, there } = await world();
  expect(await atomic.writeTogether(job(lease, 61))).toMatchObject({ is: 'exceeded' });
  expect(await atomic.writeTogether(job({ ...lease, fence: 0 }))).toEqual({ is: 'lease-lost' });
  expect(await atomic.writeTogether({ ...job(), stamp: 7 })).toEqual({ is: 'overtaken' });
  expect(await there()).toEqual(nothing);
  await refuseWrites(url, entries, 'INSERT');
  await expect(atomic.writeTogether(job())).rejects.toBeInstanceOf(StoreError);
  expect(await there()).toEqual(nothing);
  await runSql(url, `DROP TRIGGER refused ON ${entries}`);
  expect(await atomic.writeTogether(job())).toEqual({ is: 'written' });
  expect(await there()).toEqual(all);
  expect((await worker.take(9)).map(({ id }) => id)).toEqual(['1']);
});

test('whichever message is lost, before or after the database has it, they are written exactly once', async () => {
  const { proxy, atomic, job, there, clear } = await world();
  proxy.loseAt(0, 'before');
  await atomic.writeTogether(job());
  const messages = proxy.said;
  expect(messages).toBeGreaterThanOrEqual(5);
  await clear();
  for (let at = 1; at <= messages; at += 1)
    for (const when of ['before', 'after'] as const) {
      const what = `message ${at}, lost ${when} the database had it`;
      proxy.loseAt(at, when);
      expect(await atomic.writeTogether(job()), what).toEqual({ is: 'written' });
      expect(await there(), what).toEqual(all);
      await clear();
    }
});

test('an answer that is lost once a worker has begun already still means that it was written', async () => {
  const { proxy, atomic, other, job, there, clear, between } = await world();
  proxy.loseAt(0, 'before');
  await atomic.writeTogether(job());
  const end = proxy.said;
  await clear();
  proxy.loseAt(end, 'after');
  const begun: unknown[] = [];
  between.tries = async () => {
    const { stamp = -1 } = (await other.records.read(key)) ?? {};
    begun.push(await other.records.compareAndSet(key, stamp, 'begun'));
  };
  expect(await atomic.writeTogether(job())).toEqual({ is: 'written' });
  expect(begun).toEqual([true]);
  expect(await there()).toEqual({ ...all, record: 'begun' });
});

test('a connection that is killed in the middle takes everything with it, and the next try writes all of it', async () => {
  let kills = 1;
  const { url, atomic, job, there } = await world(async (write, query) => {
    await write();
    const [row] = await query<{ pid: number }>({ name: '', text: 'SELECT pg_backend_pid() AS pid' });
    if (kills-- > 0) {
      await runSql(url, `SELECT pg_terminate_backend(${row?.pid}, 5000)`);
      expect(await there()).toEqual(nothing);
    }
  });
  expect(await atomic.writeTogether(job())).toEqual({ is: 'written' });
  expect(kills).toBe(-1);
  expect(await there()).toEqual(all);
});

test('a process that is replaced in the middle writes nothing', async () => {
  const { atomic, other, job, there } = await world(async (write) => {
    await other.leases.acquire('bot', 'bot', 60_000);
    await write();
  });
  expect(await atomic.writeTogether(job())).toEqual({ is: 'lease-lost' });
  expect(await there()).toEqual(nothing);
});

test('an end takes the entry off in its own transaction, also while a worker has it, and a job that is opened again has one again', async () => {
  const { atomic, other, job, worker, there } = await world();
  await atomic.writeTogether(job());
  const [held] = await worker.take(1);
  const write = async (text: string, is: 'open' | 'over', amount?: number) => {
    const { stamp } = (await other.records.read(key)) ?? {};
    const settle = amount === undefined ? undefined : { unit, id: '1', amount };
    return await atomic.writeTogether({ key, stamp, text, settle, work: { id: '1', is } });
  };
  expect(await atomic.writeTogether({ key, stamp: 7, text: 'done', work: { id: '1', is: 'over' } })).toEqual({
    is: 'overtaken',
  });
  expect(await write('canceled', 'open')).toEqual({ is: 'written' });
  expect(await there()).toEqual({ ...all, record: 'canceled' });
  expect(await write('done', 'over', 3)).toEqual({ is: 'written' });
  expect(await there()).toEqual({ record: 'done', spent: 3, asked: [] });
  // Who had it says it's still working on it.
  await worker.keep(held ? [held] : []);
  expect(await there()).toMatchObject({ asked: [] });
  expect(await write('opened again', 'open')).toEqual({ is: 'written' });
  expect((await worker.take(9)).map(({ id }) => id)).toEqual(['1']);
});

test('each job has an entry of its own, which goes with its end also if workers found it themselves', async () => {
  const { atomic, job, worker, there } = await world();
  await atomic.writeTogether(job());
  await worker.askFor(['2', '3']);
  const write = async (id: string, is: 'open' | 'over') =>
    await atomic.writeTogether({ key: `jobs:${id}`, text: 'job', work: { id, is } });
  expect(await write('2', 'over')).toEqual({ is: 'written' });
  expect(await write('4', 'open')).toEqual({ is: 'written' });
  expect((await there()).asked).toEqual([{ id: '1' }, { id: '3' }, { id: '4' }]);
});

test('an end that fails leaves the entry where it was', async () => {
  const { url, entries, atomic, other, job, there } = await world();
  await atomic.writeTogether(job());
  await refuseWrites(url, 'sums', 'UPDATE');
  const { stamp } = (await other.records.read(key)) ?? {};
  const end = {
    ...{ key, stamp, text: 'done' },
    ...{ settle: { unit, id: '1', amount: 3 }, work: { id: '1', is: 'over' } as const },
  };
  await expect(atomic.writeTogether(end)).rejects.toBeInstanceOf(StoreError);
  expect(await there()).toEqual(all);
  await runSql(url, `DROP TRIGGER refused ON sums`);
  expect(await atomic.writeTogether(end)).toEqual({ is: 'written' });
  expect(await there()).toEqual({ record: 'done', spent: 3, asked: [] });
  expect(await runSql(url, `SELECT FROM ${entries}`)).toEqual([]);
});

test('an entry of before, under a name of its own, is still one entry, and is taken off by who finds nothing to do', async () => {
  const { url, entries, atomic, job, there, worker } = await world();
  await atomic.writeTogether(job());
  await runSql(url, `UPDATE ${entries} SET id = gen_random_uuid()`);
  const text = 'canceled';
  const write = async (stamp: number | undefined, is: 'open' | 'over') =>
    await atomic.writeTogether({ key, stamp, text, work: { id: '1', is } });
  expect(await write((await atomic.records.read(key))?.stamp, 'open')).toEqual({ is: 'written' });
  expect(await there()).toEqual({ ...all, record: text });
  expect(await write((await atomic.records.read(key))?.stamp, 'over')).toEqual({ is: 'written' });
  const [held] = await worker.take(9);
  if (!held) throw new Error('nothing was left behind');
  await worker.finish(held);
  expect(await there()).toEqual({ ...all, record: text, asked: [] });
});

test('a job that is taken back while it is still being written is gone, and so is what it was paid with', async () => {
  const { promise: isUnderWay, resolve: begin } = Promise.withResolvers<void>();
  const { atomic, other, job, there, url } = await world(async (write, query) => {
    await write();
    // It has the lock on money already, as when only its end is still under way.
    const text = "SELECT pg_advisory_xact_lock(hashtextextended(current_schema() || ' money', 0))";
    await query({ name: '', text });
    begin();
    const waiting = "SELECT FROM pg_locks WHERE locktype = 'advisory' AND NOT granted";
    await expect.poll(async () => await runSql(url, waiting)).toHaveLength(1);
  });
  const writing = atomic.writeTogether(job());
  await isUnderWay;
  const settle = { unit, id: '1', amount: 0 };
  // Nobody sees it yet.
  expect(await other.records.read(key)).toBeUndefined();
  expect(await other.writeTogether({ key, settle })).toEqual({ is: 'overtaken' });
  expect(await writing).toEqual({ is: 'written' });
  const { stamp } = (await other.records.read(key)) ?? {};
  expect(await other.writeTogether({ key, stamp, settle })).toEqual({ is: 'written' });
  expect(await there()).toMatchObject({ record: undefined, spent: 0 });
});
