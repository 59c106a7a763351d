import { expect, onTestFinished } from 'vitest';
import { z } from 'zod';
import type { Atomic } from '../../src/storage/atomic/atomic.ts';
import { postgresAccess } from '../../src/storage/postgres/access.ts';
import { postgresAtomic } from '../../src/storage/postgres/atomic.ts';
import { postgresSettings } from '../../src/storage/postgres/settings.ts';
import { nobodys } from '../../src/storage/record-index.ts';
import type { Store } from '../../src/storage/store.ts';
import { StoreError } from '../../src/storage/store-error.ts';
import { collected } from './collected.ts';
import { storeOver } from './opened-store.ts';
import { laidOutPostgres } from './postgres.ts';
import { PostgresProxy } from './postgres-proxy.ts';

/** Nobody waits between two tries. */
const clock = { now: () => 0, sleep: async () => undefined };
const unit = 'video-seconds';
const account = { unit, period: '2026-01-15' };
const kept = { keptUntil: 1, sumsKeptUntil: 1 };
const counter = z.object({ count: z.number() });

/** Everything that the store does, once. */
async function work(atomic: Atomic, store: Store): Promise<void> {
  const { records, money, leases } = atomic;
  expect(await records.insert('things:1', 'one')).toBe(true);
  expect(await records.insert('things:1', 'other')).toBe(false);
  const { stamp = -1 } = (await records.read('things:1')) ?? {};
  expect(await records.compareAndSet('things:1', stamp, 'changed')).toBe(true);
  // Whether a lost one was done before somebody else's, nobody can know: then it fails.
  const late = records.compareAndSet('things:1', stamp, 'late').catch((error: unknown) => {
    expect(error).toBeInstanceOf(StoreError);
    return false;
  });
  expect(await late).toBe(false);
  await records.put([
    ['things:2', 'two'],
    ['things:3', 'three'],
  ]);
  const { stamp: second = -1 } = (await records.read('things:2')) ?? {};
  expect(await records.compareAndSet('things:2', second, undefined)).toBe(true);
  const counts = store.collection('counts', counter, nobodys);
  for (let round = 0; round < 2; round += 1)
    await counts.change('a', (before) => ({ count: (before?.count ?? 0) + 1 }));
  expect(await counts.add('b', { count: 7 })).toBe(true);
  await records.remove(['things:3']);
  const lease = await leases.acquire('bot', 'bot', 60_000);
  if (!lease) throw new Error('no lease');
  expect(await leases.renew(lease, 60_000)).toBe(true);
  const whose = { unit, guildId: 'guild', userId: 'ada', ...kept };
  const charged = [{ ...account, guildId: 'guild', userId: 'ada' }, account];
  const over = { units: [unit], from: account.period, to: account.period };
  const limits = [{ over, most: 100 }];
  const ask = (id: string, amount: number) => ({ ...whose, id, amount, charged, limits, lease });
  expect(await money.reserve(ask('a', 60))).toEqual({ is: 'reserved' });
  expect(await money.reserve(ask('b', 41))).toMatchObject({ is: 'exceeded', spent: 60 });
  expect(await money.reserve(ask('b', 40))).toEqual({ is: 'reserved' });
  await money.settle({ unit, id: 'a' }, 50, 'keep');
  await money.settle({ unit, id: 'b' }, 30, 'forget');
  expect(await money.correct({ ...whose, id: 'c', amount: 20, charged, within: over })).toBe(20);
  expect(await atomic.writeTogether({ key: 'jobs:1', text: 'one', reserve: ask('d', 7) })).toEqual({
    is: 'written',
  });
  expect(await atomic.writeTogether({ key: 'jobs:2', text: 'two', reserve: ask('e', 99) })).toMatchObject({
    is: 'exceeded',
  });
  const { stamp: first = -1 } = (await records.read('jobs:1')) ?? {};
  const retried = { key: 'jobs:1', stamp: first, text: 'again', reserve: ask('f', 3) };
  expect(await atomic.writeTogether(retried)).toEqual({ is: 'written' });
  await atomic.writeTogether({ key: 'jobs:3', text: 'three', reserve: ask('g', 1) });
  const { stamp: third = -1 } = (await records.read('jobs:3')) ?? {};
  const back = { key: 'jobs:3', stamp: third, settle: { unit, id: 'g', amount: 0 } };
  expect(await atomic.writeTogether(back)).toEqual({ is: 'written' });
  await money.renamePerson('ada', 'gone-1');
  expect(await money.balances([account])).toEqual([70]);
  expect(await collected(records.list({ collection: 'things' }))).toEqual([['things:1', 'changed']]);
}

/** In a database of its own: does it all once more, with a fault, and resolves to what's there afterwards. */
export async function storeRounds() {
  const url = await laidOutPostgres();
  const proxy = await PostgresProxy.open(url);
  const access = postgresAccess({ settings: postgresSettings(proxy.url), clock });
  const beside = postgresAccess({ settings: postgresSettings(url), clock });
  const sql = async (text: string) => await beside.read(async (query) => await query({ name: '', text }));
  onTestFinished(async () => {
    await Promise.all([access.close(), beside.close()]);
  });
  const round = async (what: string) => {
    // Names that people have now are known to one process only.
    const atomic = postgresAtomic(access);
    const store = storeOver(atomic);
    await work(atomic, store).catch((cause: unknown) => {
      throw new Error(what, { cause });
    });
    const there = {
      records: await sql('SELECT key, value FROM records ORDER BY key'),
      sums: await sql('SELECT person, amount FROM sums ORDER BY guild, person'),
      reservations: await sql('SELECT id, person, amount, settled FROM reservations ORDER BY id'),
    };
    // Truncating makes new files of tables and indexes: for a few rows that's most of a round.
    for (const table of ['records', 'sums', 'reservations', 'leases']) await sql(`DELETE FROM ${table}`);
    return there;
  };
  proxy.loseAt(0, 'before');
  const whole = await round('nothing goes wrong');
  expect(whole.records).toHaveLength(4);
  expect(proxy.said).toBeGreaterThan(25);
  return { proxy, round, whole, messages: proxy.said };
}
