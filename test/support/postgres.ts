import { randomUUID } from 'node:crypto';
import { Pool } from 'pg';
import { onTestFinished } from 'vitest';
import { systemClock } from '../../src/operations/clock.ts';
import { migrations } from '../../src/storage/migrations.ts';
import { migratePostgres } from '../../src/storage/postgres/migration.ts';
import { openPostgresStore } from '../../src/storage/postgres/open.ts';
import { postgresSettings } from '../../src/storage/postgres/settings.ts';
import { workSchema } from '../../src/storage/postgres/work-queue.ts';
import type { Store } from '../../src/storage/store.ts';
import { silentLog } from './fake-log.ts';
import { sharedPostgresVariable } from './shared-postgres.ts';

let url: Promise<string> | undefined;
/** By address: to connect takes as long as ten statements. */
const pools = new Map<string, Pool>();

/**
 * The address of an empty place of this test's own in the run's PostgreSQL. It's gone when the test is over, or, for several tests,
 * when `whenOver` says so.
 */
export async function emptyPostgres(
  whenOver: (drop: () => Promise<void>) => void = onTestFinished,
): Promise<string> {
  url ??= askForUrl();
  const address = new URL(await url);
  const schema = `test_${randomUUID().replaceAll('-', '')}`;
  address.searchParams.set('schema', schema);
  whenOver(async () => {
    await runSql(address.href, `DROP SCHEMA IF EXISTS ${schema}, ${workSchema({ schema })} CASCADE`);
  });
  return address.href;
}

/** The same, laid out as the store has it. */
export async function laidOutPostgres(): Promise<string> {
  const url = await emptyPostgres();
  await migratePostgres(postgresSettings(url), migrations);
  return url;
}

/** A store in that database, which doesn't wait for one that's in its way. It's closed when the test is over. */
export async function openedPostgres(url: string, more: object = {}): Promise<Store> {
  const store = await openPostgresStore({ url, clock: systemClock, log: silentLog, patienceMs: 0, ...more });
  onTestFinished(async () => await store.close());
  return store;
}

/** From now on each such write of a table fails, until the trigger is dropped. */
export async function refuseWrites(url: string, table: string, when = 'INSERT OR UPDATE'): Promise<void> {
  await runSql(
    url,
    `CREATE FUNCTION refuse() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN RAISE EXCEPTION 'refused'; END $$;
     CREATE TRIGGER refused BEFORE ${when} ON ${table} FOR EACH ROW EXECUTE FUNCTION refuse()`,
  );
}

/** Beside the store, as an operator could. */
export async function runSql(storeUrl: string, sql: string): Promise<readonly Record<string, unknown>[]> {
  const address = new URL(storeUrl);
  const schema = address.searchParams.get('schema') ?? 'emcee';
  address.searchParams.delete('schema');
  const client = await poolAt(address.href).connect();
  try {
    await client.query(`SET search_path = ${schema}`);
    const { rows } = await client.query<Record<string, unknown>>(sql);
    client.release();
    return rows;
  } catch (error) {
    client.release(true);
    throw error;
  }
}

function poolAt(address: string): Pool {
  const there = pools.get(address);
  if (there) return there;
  const pool = new Pool({ connectionString: address, allowExitOnIdle: true });
  // One that the server ends while nobody uses it is replaced when it's needed.
  pool.on('error', () => undefined);
  pools.set(address, pool);
  return pool;
}

async function askForUrl(): Promise<string> {
  const where = process.env[sharedPostgresVariable];
  if (!where) throw new Error('run it with vitest, which starts PostgreSQL when it is needed');
  const answer = await fetch(where);
  const text = await answer.text();
  if (!answer.ok) throw new Error(text);
  return text;
}

/** What the whole bot has spent by the books of that database, on all days: a test may go on past midnight. */
export async function spentIn(storeUrl: string): Promise<number> {
  const sums = "SELECT coalesce(sum(amount), 0)::int AS spent FROM sums WHERE guild = '' AND person = ''";
  const [row] = await runSql(storeUrl, sums);
  return Number(row?.spent);
}
