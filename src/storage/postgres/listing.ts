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

/** `last`: the key that the page follows. */
export function selectionOf(
  query: RecordQuery,
  last?: string,
): { readonly statement: Statement; readonly values: readonly string[] } {
  const { collection, guildId, userId, alias, about, open, newestFirst = false } = query;
  const range = collection === undefined ? undefined : { from: `${collection}:`, before: `${collection};` };
  const conditions: readonly (readonly [condition: string, value: string | undefined])[] = [
    ['guild =', guildId],
    ['person =', userId],
    ['alias =', alias],
    ['about @>', about],
    ['key >=', range?.from],
    ['key <', range?.before],
    [newestFirst ? 'key <' : 'key >', last],
  ];
  const asked = conditions.filter(([, value]) => value !== undefined);
  const where = asked.map(([condition], index) =>
    condition === 'about @>' ? `${condition} ARRAY[$${index + 1}]` : `${condition} $${index + 1}`,
  );
  const text = `SELECT key, value FROM records WHERE ${[...where, open ? 'open' : 'true'].join(' AND ')}
    ORDER BY key ${newestFirst ? 'DESC' : 'ASC'} LIMIT ${pageRows}`;
  const name = `list ${[...asked.map(([condition]) => condition), open ? 'open' : '', newestFirst].join(' ')}`;
  return { statement: { name, text }, values: asked.flatMap(([, value]) => value ?? []) };
}
