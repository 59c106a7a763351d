import type { AtomicRecords } from '../atomic/atomic.ts';
import { type ListingDialect, listing } from '../atomic/listing.ts';
import { StoreError } from '../store-error.ts';
import type { PostgresAccess, Query, Statement } from './access.ts';

const columns = 'key, value, stamp, guild, person, open, alias, about';
const places = '$1, $2, $3, $4, $5, $6, $7, $8';

const select: Statement = { name: 'read', text: 'SELECT value, stamp FROM records WHERE key = $1' };
/** Once more with the same stamp, it's the one that was inserted, and not one that was there. */
export const insertRow: Statement = {
  name: 'insert',
  text: `INSERT INTO records (${columns}) VALUES (${places})
    ON CONFLICT (key) DO UPDATE SET stamp = excluded.stamp WHERE records.stamp = excluded.stamp RETURNING key`,
};
export const putRow: Statement = {
  name: 'put',
  text: `INSERT INTO records (${columns}) VALUES (${places}) ON CONFLICT (key) DO UPDATE
    SET value = excluded.value, stamp = excluded.stamp, guild = excluded.guild, person = excluded.person,
      open = excluded.open, alias = excluded.alias, about = excluded.about`,
};
export const updateRow: Statement = {
  name: 'update',
  text: `UPDATE records SET value = $2, stamp = $3, guild = $4, person = $5, open = $6, alias = $7, about = $8
    WHERE key = $1 AND stamp = $9 RETURNING key`,
};
export const dropRow: Statement = {
  name: 'drop',
  text: 'DELETE FROM records WHERE key = $1 AND stamp = $2 RETURNING key',
};
const remove: Statement = {
  name: 'remove',
  text: 'DELETE FROM records WHERE key = ANY ($1::text[]) RETURNING key',
};

interface StoredRow {
  readonly value: string;
  readonly stamp: string;
}

export function postgresRecords(access: PostgresAccess): AtomicRecords {
  const { read, write, transact } = access;
  return {
    read: async (key) => {
      const [row] = await read(async (query) => await query<StoredRow>(select, [written(key)]));
      return row && { text: row.value, stamp: Number(row.stamp) };
    },
    insert: async (key, text) => {
      const row = rowOf(key, text);
      return (await write(async (query) => await query(insertRow, row))).length > 0;
    },
    put: async (entries) => {
      const rows = Array.from(entries, ([key, text]) => rowOf(key, text));
      const [only] = rows;
      if (rows.length === 1 && only) await write(async (query) => await query(putRow, only));
      else
        await transact(async (query) => {
          for (const row of rows) await query(putRow, row);
        });
    },
    compareAndSet: async (key, stamp, text) => {
      if (text === undefined) {
        return await write(async (query, again) => {
          const dropped = await query(dropRow, [written(key), stamp]);
          return dropped.length > 0 || (again && (await stampOf(query, key)) === undefined);
        });
      }
      const row = rowOf(key, text);
      const [, , ours] = row;
      return await write(async (query, again) => {
        if ((await query(updateRow, [...row, stamp])).length > 0) return true;
        return again && isOurs(await stampOf(query, key), ours, stamp);
      });
    },
    remove: async (keys) => (await write(async (query) => await query(remove, [keys.map(written)]))).length,
    list: listRecords(access),
  };
}

const dialect: ListingDialect = {
  // A server's id that isn't one stops nothing.
  onShards: `(?::jsonb->'ids') @> to_jsonb(
    CASE WHEN guild ~ '^[0-9]{1,20}$' THEN mod(div(guild::numeric, 4194304), (?::jsonb->>'count')::numeric) ELSE 0 END)`,
  about: 'about @> ARRAY[?]',
  open: 'open',
  valueAt: (place) => `$${place}`,
};

function listRecords({ read }: PostgresAccess): AtomicRecords['list'] {
  return listing(
    dialect,
    async ({ values, ...statement }) =>
      await read(async (query) => await query<{ key: string; value: string }>(statement, values)),
  );
}

export async function stampOf(query: Query, key: string): Promise<number | undefined> {
  const [row] = await query<StoredRow>(select, [written(key)]);
  return row && Number(row.stamp);
}

/** Whether a write whose answer was lost is what's there now. @throws StoreError if others wrote since, so nobody knows */
export function isOurs(found: number | undefined, ours: number, before: number): boolean {
  if (found === ours) return true;
  if (found === before) return false;
  throw new StoreError(
    'unwritable',
    'The connection to PostgreSQL was lost during a write, and the record has changed since.',
  );
}

type Row = readonly [
  key: string,
  value: string,
  stamp: number,
  guild: string | null,
  person: string | null,
  open: boolean,
  alias: string | null,
  about: readonly string[] | null,
];

export function rowOf(key: string, text: string): Row {
  const { guild, person, open, alias, about } = writtenIn(text);
  const names = Array.isArray(about) ? about.flatMap((each) => textOf(each) ?? []) : [];
  return [
    ...([written(key), written(text), newStamp()] as const),
    ...([textOf(guild), textOf(person), open === 1, textOf(alias)] as const),
    names.length > 0 ? names : null,
  ];
}

/** What stands beside the value in a record's text (`serializeRecord`); nothing for text that was damaged. */
function writtenIn(text: string): Readonly<Record<string, unknown>> {
  try {
    const parsed: unknown = JSON.parse(text);
    return typeof parsed === 'object' && parsed !== null ? { ...parsed } : {};
  } catch {
    return {};
  }
}

function textOf(value: unknown): string | null {
  return typeof value === 'string' ? written(value) : null;
}

/** PostgreSQL has no text with a zero character. In JSON it's escaped, so only what isn't JSON can have one. */
export function written(text: string): string {
  return text.replaceAll('\0', '\u{fffd}');
}

function newStamp(): number {
  return Math.floor(Math.random() * Number.MAX_SAFE_INTEGER);
}
