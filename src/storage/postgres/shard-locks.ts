import type { Client } from 'pg';
import type { Shards } from '../../operations/shards.ts';
import type { PostgresSettings } from './settings.ts';

/**
 * A shard is one process's at a time. All of them share what a whole bot wants for itself, and say how many shards they go by. Resolves to
 * what's in the way, as the end of a sentence; undefined: they're this connection's until it ends.
 */
export async function shardLocks(
  client: Client,
  { schema }: PostgresSettings,
  { ids, count }: Exclude<Shards, 'auto'>,
): Promise<string | undefined> {
  const ask = async <Row extends object>(sql: string, ...values: readonly (string | number)[]) =>
    (await client.query<Row>(sql, [...values])).rows;
  // One process after the other, so that of two that can't both start, one does.
  await client.query('BEGIN');
  await ask('SELECT pg_advisory_xact_lock(hashtextextended($1, 0))', `${schema} taking shards`);
  const [whole] = await ask<{ taken: boolean }>(
    'SELECT pg_try_advisory_lock_shared(hashtextextended($1, 0)) AS taken',
    `${schema} bot`,
  );
  if (!whole?.taken)
    return 'is in use by a bot that holds all shards (SHARDS=auto), or is being moved. Stop that first.';
  const [other] = await ask<{ count: number }>(
    `SELECT objid::bigint::int AS count FROM pg_locks
      WHERE locktype = 'advisory' AND objsubid = 2 AND granted AND objid <> $2::bigint::oid
        AND database = (SELECT oid FROM pg_database WHERE datname = current_database())
        AND classid = (hashtext($1)::bigint & 4294967295)::oid LIMIT 1`,
    `${schema} count of shards`,
    count,
  );
  if (other)
    return `is in use by processes that go by ${other.count} shards, and this one goes by ${count}. Give all of them the same number in SHARDS.`;
  await ask('SELECT pg_advisory_lock_shared(hashtext($1), $2)', `${schema} count of shards`, count);
  const taken = await ask<{ id: number; taken: boolean }>(
    'SELECT id, pg_try_advisory_lock(hashtext($1), id) AS taken FROM unnest($2::int[]) AS id',
    `${schema} shard`,
    `{${ids.join(',')}}`,
  );
  await client.query('COMMIT');
  const theirs = taken.flatMap(({ id, taken: isOurs }) => (isOurs ? [] : id));
  if (theirs.length === 0) return undefined;
  return `is in use by another process that holds shard ${theirs.join(', ')}. Give each process other shards in SHARDS.`;
}
