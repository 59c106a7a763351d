import { Client } from 'pg';
import {
  decodeId,
  deserializeRecord,
  encodeId,
  IndexedRecord,
  keyRange,
  serializeRecord,
} from '../collection.ts';
import { latestVersion, type Migration, type MigrationRecords } from '../migration.ts';
import { StoreError } from '../store-error.ts';
import { postgresErrorOf } from './faults.ts';
import { layouts } from './layout.ts';
import { putRow, rowOf } from './records.ts';
import type { PostgresSettings } from './settings.ts';

/**
 * Brings the database to the latest version, all steps in one transaction. Of several processes that start at once, one does it and the
 * others wait.
 * @returns the schema version
 * @throws StoreError `newer`, `not-migrated`, `unreachable`
 */
export async function migratePostgres(
  { client: config, schema, where }: PostgresSettings,
  migrations: readonly Migration[],
): Promise<number> {
  const latest = latestVersion(migrations);
  const client = new Client({ ...config, statement_timeout: 0, query_timeout: 0 });
  client.on('error', () => undefined);
  try {
    await client.connect();
    await client.query('BEGIN');
    await client.query('SELECT pg_advisory_xact_lock(hashtextextended($1, 0))', [`${schema} migration`]);
    await client.query(`CREATE SCHEMA IF NOT EXISTS ${schema}`);
    await client.query(
      'CREATE TABLE IF NOT EXISTS versions (name text PRIMARY KEY, version integer NOT NULL)',
    );
    const found = await versionsIn(client);
    assertKnown(found, where, migrations);
    for (const layout of layouts.slice(found.layout)) await client.query(layout);
    for (const migration of found.records === 0 ? [] : migrations) {
      if (migration.version <= found.records) continue;
      await migrateRecords(client, migration, where);
    }
    const note = `INSERT INTO versions VALUES ($1, $2) ON CONFLICT (name) DO UPDATE SET version = excluded.version`;
    if (found.layout !== layouts.length) await client.query(note, ['layout', layouts.length]);
    if (found.records !== latest) await client.query(note, ['records', latest]);
    await client.query('COMMIT');
    return latest;
  } catch (error) {
    throw postgresErrorOf(error, where);
  } finally {
    await client.end().catch(() => undefined);
  }
}

interface Versions {
  readonly layout: number;
  /** 0 if it's new. */
  readonly records: number;
}

export async function versionsIn(client: Client): Promise<Versions> {
  const { rows } = await client.query<{ name: string; version: number }>(
    'SELECT name, version FROM versions',
  );
  const of = (name: keyof Versions) => rows.find((row) => row.name === name)?.version ?? 0;
  return { layout: of('layout'), records: of('records') };
}

/** @throws StoreError `newer` */
export function assertKnown(found: Versions, where: string, migrations: readonly Migration[]): void {
  const latest = latestVersion(migrations);
  if (found.records <= latest && found.layout <= layouts.length) return;
  throw new StoreError(
    'newer',
    `The store in PostgreSQL at ${where} has schema version ${found.records}, written by a newer version of this program; ` +
      `this one knows versions up to ${latest}. Install the newer version again, or restore a backup made before the update.`,
  );
}

function notMigrated({ version, name }: Migration, where: string, error: unknown): StoreError {
  return new StoreError(
    'not-migrated',
    `The store in PostgreSQL at ${where} couldn't be updated to schema version ${version} (${name}). Nothing in it was changed.`,
    error,
  );
}

/** A step wants whole collections at once, and says which only by reading them: it starts over when one is there. */
async function migrateRecords(client: Client, migration: Migration, where: string): Promise<void> {
  const read = new Map<string, readonly (readonly [id: string, value: unknown])[]>();
  for (;;) {
    const written = new Map<string, string | undefined>();
    try {
      migration.run(recordsFor(read, written), undefined);
    } catch (error) {
      if (!(error instanceof CollectionWanted)) throw notMigrated(migration, where, error);
      read.set(error.collection, await entriesOf(client, error.collection));
      continue;
    }
    for (const [key, text] of written)
      if (text === undefined) await client.query('DELETE FROM records WHERE key = $1', [key]);
      else await client.query(putRow.text, [...rowOf(key, text)]);
    return;
  }
}

class CollectionWanted extends Error {
  readonly collection: string;

  constructor(collection: string) {
    super(`the collection ${collection} isn't read yet`);
    this.collection = collection;
  }
}

function recordsFor(
  read: ReadonlyMap<string, readonly (readonly [id: string, value: unknown])[]>,
  written: Map<string, string | undefined>,
): MigrationRecords {
  const keyOf = (collection: string, id: string) => `${keyRange(collection).from}${encodeId(id)}`;
  return {
    entries: (collection) => {
      const entries = read.get(collection);
      if (!entries) throw new CollectionWanted(collection);
      return entries;
    },
    put: (collection, id, value, index = {}) => {
      written.set(keyOf(collection, id), serializeRecord({ value: new IndexedRecord(value, index) }));
    },
    remove: (collection, id) => {
      written.set(keyOf(collection, id), undefined);
    },
  };
}

async function entriesOf(client: Client, collection: string) {
  const { from, before } = keyRange(collection);
  const { rows } = await client.query<{ key: string; value: string }>(
    'SELECT key, value FROM records WHERE key >= $1 AND key < $2 ORDER BY key',
    [from, before],
  );
  return rows.map(
    ({ key, value }) => [decodeId(key.slice(from.length)), deserializeRecord(value).value] as const,
  );
}
