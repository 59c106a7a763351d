import type { StatementSync } from 'node:sqlite';
import type { TableAccess } from '../sqlite-access.ts';
import type { AtomicRecords } from './atomic.ts';
import { type ListingDialect, listing } from './listing.ts';

export const sqliteDialect: ListingDialect = {
  onShards: `coalesce((CAST(guild AS INTEGER) >> 22) % json_extract(?, '$.count'), 0)
    IN (SELECT value FROM json_each(?, '$.ids'))`,
  about: 'key IN (SELECT key FROM concerned WHERE person = ?)',
  open: 'open = 1',
  valueAt: (place) => `?${place}`,
};

export function listRecords(access: TableAccess): AtomicRecords['list'] {
  const statements = new Map<string, StatementSync>();
  return listing(sqliteDialect, async ({ text, values }) => {
    const statement = statements.get(text) ?? access.database.prepare(text);
    statements.set(text, statement);
    const rows = access.read(() => statement.all(...values));
    return rows.map(({ key, value }) => ({ key: String(key), value: String(value) }));
  });
}
