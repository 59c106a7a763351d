import type { StatementSync } from 'node:sqlite';
import { recordTable } from '../layout.ts';
import type { TableAccess } from '../sqlite-access.ts';
import type { AtomicRecords, RecordQuery } from './atomic.ts';

const pageRows = 500;

/** One page at a time, by whichever index the query names. */
export function listRecords(access: TableAccess): AtomicRecords['list'] {
  const statements = new Map<string, StatementSync>();
  const prepared = (sql: string) => {
    const statement = statements.get(sql) ?? access.database.prepare(sql);
    statements.set(sql, statement);
    return statement;
  };
  return async function* (query) {
    for (let last: string | undefined; ; ) {
      const { sql, values } = selectionOf(query, last);
      const rows = access.read(() => prepared(sql).all(...values));
      for (const row of rows) {
        last = String(row.key);
        yield [last, String(row.value)];
      }
      if (rows.length < pageRows) return;
    }
  };
}

/** One JSON with the shards and their count; `shardOf` says the same. */
const onShards = `EXISTS (SELECT 1 FROM (SELECT ? AS asked) WHERE coalesce((CAST(guild AS INTEGER) >> 22) % json_extract(asked, '$.count'), 0)
  IN (SELECT value FROM json_each(asked, '$.ids')))`;

/** `last`: the key that the page follows. */
export function selectionOf(query: RecordQuery, last?: string): { sql: string; values: string[] } {
  const {
    collection,
    guildId,
    userId,
    alias,
    about,
    open,
    shards,
    newestFirst = false,
    keysOnly = false,
  } = query;
  const range = collection === undefined ? undefined : { from: `${collection}:`, before: `${collection};` };
  const conditions: readonly (readonly [condition: string, value: string | undefined])[] = [
    ['guild = ?', guildId],
    [onShards, shards && JSON.stringify(shards)],
    ['person = ?', userId],
    ['alias = ?', alias],
    ['key IN (SELECT key FROM concerned WHERE person = ?)', about],
    ['key >= ?', range?.from],
    ['key < ?', range?.before],
    [newestFirst ? 'key < ?' : 'key > ?', last],
  ];
  const asked = conditions.filter(([, value]) => value !== undefined);
  const where = [...asked.map(([condition]) => condition), open ? 'open = 1' : 'true'].join(' AND ');
  const order = `ORDER BY key ${newestFirst ? 'DESC' : 'ASC'} LIMIT ${pageRows}`;
  return {
    sql: `SELECT key, ${keysOnly ? "''" : 'value'} AS value FROM ${recordTable} WHERE ${where} ${order}`,
    values: asked.flatMap(([, value]) => value ?? []),
  };
}
