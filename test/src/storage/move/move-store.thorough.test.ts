import { execFile } from 'node:child_process';
import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { z } from 'zod';
import { temporaryFolder } from '../../../../sandbox/test/support/temporary-folder.ts';
import { systemClock } from '../../../../src/operations/clock.ts';
import { openPostgresStore } from '../../../../src/storage/postgres/open.ts';
import type { Store } from '../../../../src/storage/store.ts';
import { collected } from '../../../support/collected.ts';
import { silentLog } from '../../../support/fake-log.ts';
import { openedStore } from '../../../support/opened-store.ts';
import { emptyPostgres, runSql } from '../../../support/postgres.ts';

const program = fileURLToPath(new URL('../../../../move-store.ts', import.meta.url));
const job = z.object({ guildId: z.string(), userId: z.string(), text: z.string() });
const account = { unit: 'video-seconds', period: '2026-01-15', guildId: 'guild', userId: 'ada' };

/** As an operator runs it. */
async function move(order: string, dataDir: string, url: string) {
  return await new Promise<{ code: number; said: string }>((resolve) => {
    const env = { ...process.env, DATA_DIR: dataDir, STORE_URL: url, NODE_NO_WARNINGS: '1' };
    execFile(process.execPath, [program, order], { env, cwd: dataDir }, (error, stdout, stderr) => {
      resolve({ code: error ? Number(error.code) : 0, said: stdout + stderr });
    });
  });
}

/** Moves nothing, and says why. */
async function refuses(dataDir: string, url: string, why: string): Promise<void> {
  const said = expect.stringContaining(why);
  expect(await move('to-postgres', dataDir, url)).toMatchObject({ code: 1, said });
}

const jobsOf = (store: Store) =>
  store.collection('video-jobs', job, (_, { guildId, userId }) => ({ guildId, userId, about: ['ben'] }));
const openOn = async (url: string) =>
  await openPostgresStore({ url, clock: systemClock, log: silentLog, patienceMs: 0 });

async function fill(store: Store): Promise<void> {
  const text = 'a kite 🪁 "quoted" \\ \n \u0000 中文';
  const entries = Array.from({ length: 1_100 }, (_, index) => {
    return [
      `job:${index}`,
      { guildId: `guild-${index % 3}`, userId: 'ada', text: `${text} ${index}` },
    ] as const;
  });
  await jobsOf(store).setMany(entries);
  const lease = await store.atomic.leases.acquire('bot', 'bot', 60_000);
  if (!lease) throw new Error('no lease');
  const kept = { keptUntil: 4e12, sumsKeptUntil: 4e12 };
  for (const [id, amount] of [
    ['a', 0.5],
    ['b', 0.25],
  ] as const)
    await store.atomic.money.reserve({
      ...{ unit: account.unit, id, guildId: 'guild', userId: 'ada', amount },
      ...{ charged: [account], limits: [], lease, ...kept },
    });
  await store.atomic.money.settle({ unit: account.unit, id: 'a' }, 0.125, 'keep');
}

test('a store is carried into PostgreSQL and back, every record the same and found as before', async () => {
  const [dataDir, url] = [temporaryFolder(), await emptyPostgres()];
  const before = openedStore(dataDir);
  await fill(before);
  const jobs = await collected(jobsOf(before).entries());
  await before.close();

  const there = await move('to-postgres', dataDir, url);
  expect(there).toMatchObject({ code: 0, said: expect.stringContaining('records: 1100 rows, sha256 ') });
  expect(existsSync(join(dataDir, 'emcee.sqlite'))).toBe(false);
  const moved = await openOn(url);
  expect(await collected(jobsOf(moved).entries())).toEqual(jobs);
  expect(await collected(jobsOf(moved).select({ guildId: 'guild-1', about: 'ben' }))).toHaveLength(367);
  expect(await moved.atomic.money.balances([account])).toEqual([0.375]);
  const next = await moved.atomic.leases.acquire('bot', 'bot', 60_000);
  expect(next?.fence).toBe(2);
  if (next)
    expect((await collected(moved.atomic.money.leftOpen(account.unit, next))).map(({ id }) => id)).toEqual([
      'b',
    ]);
  await moved.close();

  const back = await move('to-file', dataDir, url);
  expect(back.code, back.said).toBe(0);
  const sumsOf = (said: string) => said.match(/(records|sums|reservations): .*/g);
  expect(sumsOf(back.said)).toEqual(sumsOf(there.said));
  const file = openedStore(dataDir);
  expect(await collected(jobsOf(file).entries())).toEqual(jobs);
  expect(await file.atomic.money.balances([account])).toEqual([0.375]);
  await file.close();
  expect(readdirSync(dataDir).filter((name) => name.includes('.moved-'))).toHaveLength(1);
});

test('it is refused into a store that holds anything, and while a bot has either of them', async () => {
  const [dataDir, url] = [temporaryFolder(), await emptyPostgres()];
  const file = openedStore(dataDir);
  await fill(file);
  await refuses(dataDir, url, 'in use by another program');
  await file.close();
  const database = await openOn(url);
  await refuses(dataDir, url, 'in use by another bot');
  await jobsOf(database).set('1', { guildId: 'guild', userId: 'ada', text: '' });
  await database.close();
  await refuses(dataDir, url, 'already holds records. Move only into an empty store.');
  expect(await runSql(url, 'SELECT count(*)::int AS rows FROM records')).toEqual([{ rows: 1 }]);
  expect(existsSync(join(dataDir, 'emcee.sqlite'))).toBe(true);
});

test('a record that would not be the same there stops the move, and both stay as they were', async () => {
  const [dataDir, url] = [temporaryFolder(), await emptyPostgres()];
  await openedStore(dataDir).close();
  const database = new DatabaseSync(join(dataDir, 'emcee.sqlite'));
  database.prepare('INSERT INTO records (key, value) VALUES (?, ?)').run('jobs:1', 'damaged \0 text');
  database.close();
  await refuses(dataDir, url, "Row 1 of records isn't the same on both sides");
  expect(await runSql(url, 'SELECT count(*)::int AS rows FROM records')).toEqual([{ rows: 0 }]);
  expect(existsSync(join(dataDir, 'emcee.sqlite'))).toBe(true);
});

test('what it needs is asked for in a sentence, without the password', async () => {
  const dataDir = temporaryFolder();
  await openedStore(dataDir).close();
  expect(await move('to-postgres', dataDir, '')).toEqual({
    code: 1,
    said: 'Set STORE_URL to the PostgreSQL to move to or from.\n',
  });
  const gone = await move('to-postgres', dataDir, 'postgres://emcee:hidden@127.0.0.1:9/emcee');
  expect(gone.code).toBe(1);
  expect(gone.said).toContain("Can't reach the store in PostgreSQL at 127.0.0.1:9/emcee");
  const wrong = await move('to-postgres', dataDir, 'mysql://emcee:hidden@127.0.0.1:9/emcee');
  expect(wrong.said).toContain('STORE_URL must be an address such as');
  expect(gone.said + wrong.said).not.toContain('hidden');
});
