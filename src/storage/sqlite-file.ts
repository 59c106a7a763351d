import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { type Migration, migrate } from './migration.ts';
import { storeErrorOf } from './store-error.ts';
import { WriteQueue } from './write-queue.ts';

export interface SqliteFileOptions {
  /** Made when it does not exist, readable by its owner only. */
  readonly dataDir: string;
  readonly migrations: readonly Migration[];
  /** How long another process may take to let go of the file: a restart overlaps with the end of its predecessor. */
  readonly lockTimeoutMs?: number;
}

/** The open database and its one writer. */
export interface SqliteFile {
  readonly path: string;
  readonly schemaVersion: number;
  readonly database: DatabaseSync;
  readonly writes: WriteQueue;
  close(): void;
}

/**
 * Opens `emcee.sqlite` (WAL; a commit is on disk before it is acknowledged) and brings it to the current schema.
 * `emcee.lock` beside it is held while the store is open: two bots on one store would deliver everything twice. The
 * kernel frees it when the process ends, however that happens.
 * @throws StoreError
 */
export function openSqliteFile(options: SqliteFileOptions): SqliteFile {
  const path = join(options.dataDir, 'emcee.sqlite');
  const opened: DatabaseSync[] = [];
  const close = () => {
    for (const database of opened.splice(0).reverse()) database.close();
  };
  const timeout = options.lockTimeoutMs ?? 5_000;
  try {
    mkdirSync(options.dataDir, { recursive: true, mode: 0o700 });
    const lock = new DatabaseSync(join(options.dataDir, 'emcee.lock'), { timeout });
    opened.push(lock);
    lock.exec('BEGIN EXCLUSIVE');
    const database = new DatabaseSync(path, { timeout });
    opened.push(database);
    database.exec('PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL');
    const schemaVersion = migrate(database, options.migrations, path);
    const writes = new WriteQueue(database);
    return {
      path,
      schemaVersion,
      database,
      writes,
      close: () => {
        if (opened.length > 0) writes.flush();
        close();
      },
    };
  } catch (error) {
    close();
    throw storeErrorOf(error, path);
  }
}
