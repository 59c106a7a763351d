import type { DatabaseSync } from 'node:sqlite';
import {
  decodeId,
  deserializeRecord,
  encodeId,
  IndexedRecord,
  keyRange,
  serializeRecord,
} from './collection.ts';
import { layOut, putRecord, recordTable } from './layout.ts';
import type { RecordIndex } from './record-index.ts';
import { StoreError } from './store-error.ts';

/** What a migration may do: read and rewrite a collection's stored values before anything else uses them. */
export interface MigrationRecords {
  /** Every record of a collection as it was stored, without validation. */
  entries(collection: string): readonly (readonly [id: string, value: unknown])[];
  put(collection: string, id: string, value: unknown, index?: RecordIndex): void;
  remove(collection: string, id: string): void;
}

/** One step from the previous schema to `version`. Once released, it never changes. */
export interface Migration {
  /** 2, 3, 4 …: version 1 is an empty store. */
  readonly version: number;
  readonly name: string;
  /** `file`: for tables other than the records'; undefined in PostgreSQL. */
  run(records: MigrationRecords, file: DatabaseSync | undefined): void;
}

/** For steps that change tables of the file. */
export function onFile(run: (records: MigrationRecords, database: DatabaseSync) => void): Migration['run'] {
  return (records, file) => {
    if (!file) throw new Error('only a file has such an old version');
    run(records, file);
  };
}

/** `Emce`: marks a SQLite file as ours. */
const applicationId = 0x45_6d_63_65;

/**
 * Brings the file to the latest version, all steps in one transaction. The version is in the file's header.
 * @returns the schema version
 * @throws StoreError `newer`, `corrupt` (a foreign file) or `not-migrated`
 */
export function migrate(database: DatabaseSync, migrations: readonly Migration[], path: string): number {
  const latest = latestVersion(migrations);
  let step = 'set up';
  database.exec('BEGIN IMMEDIATE');
  try {
    const found = schemaVersionOf(database, path);
    if (found > latest) {
      throw new StoreError(
        'newer',
        `The store ${path} has schema version ${found}, written by a newer version of this program; this one knows ` +
          `versions up to ${latest}. Install the newer version again, or restore a backup made before the update.`,
      );
    }
    layOut(database);
    if (found === 0) {
      database.exec(`PRAGMA application_id = ${applicationId}`);
    } else {
      const records = migrationRecords(database);
      for (const migration of migrations.filter((each) => each.version > found)) {
        step = `${migration.version} (${migration.name})`;
        migration.run(records, database);
      }
    }
    if (found !== latest) database.exec(`PRAGMA user_version = ${latest}`);
    database.exec('COMMIT');
    return latest;
  } catch (error) {
    if (database.isTransaction) database.exec('ROLLBACK');
    if (error instanceof StoreError || isSqliteError(error)) throw error;
    throw new StoreError(
      'not-migrated',
      `The store ${path} couldn't be updated to schema version ${step}. Nothing in it was changed.`,
      error,
    );
  }
}

/** The current program's schema version. */
export function latestVersion(migrations: readonly Migration[]): number {
  for (const [index, migration] of migrations.entries()) {
    if (migration.version !== index + 2) throw new Error(`migration ${migration.name} is out of order`);
  }
  return migrations.length + 1;
}

/**
 * A file's schema version; 0 if it's new.
 * @throws StoreError `corrupt` if it's another program's
 */
export function schemaVersionOf(database: DatabaseSync, path: string): number {
  if (pragma(database, 'application_id') === applicationId) return pragma(database, 'user_version');
  const tables = database.prepare('SELECT count(*) AS tables FROM sqlite_schema').get()?.tables;
  if (tables === 0 && pragma(database, 'user_version') === 0) return 0;
  throw new StoreError('corrupt', `The file ${path} is another program's database. Move it away.`);
}

function pragma(database: DatabaseSync, name: 'application_id' | 'user_version'): number {
  return Number(database.prepare(`PRAGMA ${name}`).get()?.[name]);
}

function migrationRecords(database: DatabaseSync): MigrationRecords {
  const all = database.prepare(
    `SELECT key, value FROM ${recordTable} WHERE key >= ? AND key < ? ORDER BY key`,
  );
  const put = database.prepare(putRecord);
  const remove = database.prepare(`DELETE FROM ${recordTable} WHERE key = ?`);
  return {
    entries: (collection) => {
      const { from, before } = keyRange(collection);
      return all
        .all(from, before)
        .map((row) => [
          decodeId(String(row.key).slice(from.length)),
          deserializeRecord(String(row.value)).value,
        ]);
    },
    put: (collection, id, value, index = {}) => {
      const text = serializeRecord({ value: new IndexedRecord(value, index) });
      put.run(`${keyRange(collection).from}${encodeId(id)}`, text);
    },
    remove: (collection, id) => {
      remove.run(`${keyRange(collection).from}${encodeId(id)}`);
    },
  };
}

function isSqliteError(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === 'ERR_SQLITE_ERROR';
}
