import type { AtomicRecords, RecordQuery } from '../atomic/atomic.ts';
import type { PostgresAccess, Statement } from './access.ts';

const pageRows = 500;

/** One page at a time, by whichever index the query names. */
export function listRecords({ read }: PostgresAccess): AtomicRecords['list'] {
  return async function* (asked) {
    for (let last: string | undefined; ; ) {
      const { statement, values } = selectionOf(asked, last);
      const rows = await read(
        async (query) => await query<{ key: string; value: string }>(statement, values),
      );
      for (const { key, value } of rows) {
        last = key;
        yield [key, value];
      }
      if (rows.length < pageRows) return;
    }
  };
}

/** One JSON with the shards and their count; `shardOf` says the same. A server's id that isn't one stops nothing. */
const onShards = `(?::jsonb->'ids') @> to_jsonb(
  CASE WHEN guild ~ '^[0-9]{1,20}$' THEN mod(div(guild::numeric, 4194304), (?::jsonb->>'count')::numeric) ELSE 0 END)`;

/** `last`: the key that the page follows. */
export function selectionOf(
  query: RecordQuery,
  last?: string,
): { readonly statement: Statement; readonly values: readonly string[] } {
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
    ['guild =', guildId],
    [onShards, shards && JSON.stringify(shards)],
    ['person =', userId],
    ['alias =', alias],
    ['about @>', about],
    ['key >=', range?.from],
    ['key <', range?.before],
    [newestFirst ? 'key <' : 'key >', last],
  ];
  const asked = conditions.filter(([, value]) => value !== undefined);
  const where = asked.map(([condition], index) => {
    const value = `$${index + 1}`;
    if (condition === onShards) return onShards.replaceAll('?', value);
    return condition === 'about @>' ? `${condition} ARRAY[${value}]` : `${condition} ${value}`;
  });
  const text = `SELECT key, ${keysOnly ? "''" : 'value'} AS value FROM records WHERE ${[...where, open ? 'open' : 'true'].join(' AND ')}
    ORDER BY key ${newestFirst ? 'DESC' : 'ASC'} LIMIT ${pageRows}`;
  const named = asked.map(([condition]) => (condition === onShards ? 'on shards' : condition));
  const name = `list ${[...named, open ? 'open' : '', newestFirst, keysOnly].join(' ')}`;
  return { statement: { name, text }, values: asked.flatMap(([, value]) => value ?? []) };
}
