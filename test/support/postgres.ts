import { randomUUID } from 'node:crypto';
import { Client } from 'pg';
import { onTestFinished } from 'vitest';
import { workSchema } from '../../src/storage/postgres/work-queue.ts';
import { sharedPostgresVariable } from './shared-postgres.ts';

let url: Promise<string> | undefined;

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

/** Beside the store, as an operator could. */
export async function runSql(storeUrl: string, sql: string): Promise<readonly Record<string, unknown>[]> {
  const address = new URL(storeUrl);
  const schema = address.searchParams.get('schema') ?? 'emcee';
  address.searchParams.delete('schema');
  const client = new Client({ connectionString: address.href, options: `-c search_path=${schema}` });
  await client.connect();
  try {
    return (await client.query<Record<string, unknown>>(sql)).rows;
  } finally {
    await client.end();
  }
}

async function askForUrl(): Promise<string> {
  const where = process.env[sharedPostgresVariable];
  if (!where) throw new Error('run it with vitest, which starts PostgreSQL when it is needed');
  const answer = await fetch(where);
  const text = await answer.text();
  if (!answer.ok) throw new Error(text);
  return text;
}
