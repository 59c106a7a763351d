import { keyRange } from '../collection.ts';
import type { AtomicRecords, RecordQuery } from './atomic.ts';

/** What each engine writes in its own way; `?` is where the value goes. */
export interface ListingDialect {
  /** The value is one JSON with the shards and their count; `shardOf` says the same. */
  readonly onShards: string;
  readonly about: string;
  readonly open: string;
  /** What the first, second … value is called in a statement. */
  readonly valueAt: (place: number) => string;
}

export interface Selection {
  /** The same for the same text. */
  readonly name: string;
  readonly text: string;
  readonly values: readonly string[];
}

const pageRows = 500;

/** One page at a time, by whichever index the query names. */
export function listing(
  dialect: ListingDialect,
  read: (page: Selection) => Promise<readonly { readonly key: string; readonly value: string }[]>,
): AtomicRecords['list'] {
  return async function* (query) {
    for (let last: string | undefined; ; ) {
      const rows = await read(selectionOf(dialect, query, last));
      for (const { key, value } of rows) {
        last = key;
        yield [key, value];
      }
      if (rows.length < pageRows) return;
    }
  };
}

/** `last`: the key that the page follows. */
export function selectionOf(dialect: ListingDialect, query: RecordQuery, last?: string): Selection {
  const { collection, open, shards, newestFirst = false, keysOnly = false } = query;
  const range = collection === undefined ? undefined : keyRange(collection);
  const conditions = [
    ['guild', 'guild = ?', query.guildId],
    ['shards', dialect.onShards, shards && JSON.stringify(shards)],
    ['person', 'person = ?', query.userId],
    ['alias', 'alias = ?', query.alias],
    ['about', dialect.about, query.about],
    ['from', 'key >= ?', range?.from],
    ['before', 'key < ?', range?.before],
    ['after', newestFirst ? 'key < ?' : 'key > ?', last],
  ] as const;
  const asked = conditions.filter(([, , value]) => value !== undefined);
  const where = asked.map(([, condition], index) =>
    condition.replaceAll('?', () => dialect.valueAt(index + 1)),
  );
  return {
    name: `list ${[...asked.map(([name]) => name), open ? 'open' : '', newestFirst, keysOnly].join(' ')}`,
    text: `SELECT key, ${keysOnly ? "''" : 'value'} AS value FROM records
      WHERE ${[...where, open ? dialect.open : 'true'].join(' AND ')}
      ORDER BY key ${newestFirst ? 'DESC' : 'ASC'} LIMIT ${pageRows}`,
    values: asked.flatMap(([, , value]) => value ?? []),
  };
}
