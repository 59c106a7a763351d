import { existsSync, renameSync, rmSync } from 'node:fs';
import { open } from 'node:fs/promises';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { keepToOwner, makeOwnFile } from '../operations/own-files.ts';
import { recordTable } from './layout.ts';
import { LogFlush } from './log-flush.ts';
import { latestVersion, type Migration, migrate, schemaVersionOf } from './migration.ts';
import { SqliteAccess } from './sqlite-access.ts';
import { assertNothingIsGone, checkPages } from './store-check.ts';
import { copyBeforeMigration } from './store-copies.ts';
import { storeErrorOf } from './store-error.ts';
import { type StoreLock, takeStoreLock } from './store-lock.ts';
import { eraseTracesOf, moveLogOf } from './traces.ts';

/** After so many pages the commit that's next moves the log into the file; `elsewhere`: never, another process does. */
const logPages = { here: 4_000, elsewhere: 0 } as const;

/** The open database and the one way into it. */
export interface SqliteFile {
  readonly path: string;
  readonly schemaVersion: number;
  /** When it was opened. */
  readonly hadRecords: boolean;
  /** False if the file is too large to check all its pages at each start. */
  readonly checked: boolean;
  readonly access: SqliteAccess;
  checkpoint(): void;
  /** Whether commits flush the log and move it into the file, or another thread and `moveLog` do. */
  setLogMoved(where: 'here' | 'elsewhere'): void;
  /** From a process of its own. @throws {Error} while it's being read */
  moveLog(): Promise<void>;
  /** Resolves to whether there was one. @throws {Error} while it's being written */
  eraseTraces(text: string): Promise<boolean>;
  close(): void;
}

/**
 * Opens `emcee.sqlite` (WAL; a commit is on disk before it's acknowledged), checks it, and brings it to the current
 * schema. `emcee.lock` beside it is held while the store is open, because two bots on one store would deliver
 * everything twice. The kernel releases it however the process ends.
 * @throws StoreError
 */
export function openSqliteFile(options: {
  /** Created if it doesn't exist, readable only by its owner. */
  readonly dataDir: string;
  readonly migrations: readonly Migration[];
  /** The folder's lock, if it's already held; it's released with the file, and when that can't be opened. */
  readonly lock?: StoreLock | undefined;
  /** Without a lock: how long to wait for another process to release the file. */
  readonly lockTimeoutMs?: number;
  /** Told of every write, and whether the store took it. */
  readonly onWrite?: ((succeeded: boolean) => void) | undefined;
}): SqliteFile {
  const path = join(options.dataDir, 'emcee.sqlite');
  const timeout = options.lockTimeoutMs ?? 5_000;
  const lock = options.lock ?? takeStoreLock(options.dataDir, timeout);
  let opened: DatabaseSync | undefined;
  const close = () => {
    if (opened?.isOpen) opened.close();
    lock.release();
  };
  try {
    assertNothingIsGone(path);
    if (!existsSync(path)) make(path, options.migrations);
    // What SQLite keeps beside it has the rights of the file.
    for (const end of ['', '-wal', '-shm']) keepToOwner(path + end);
    const database = new DatabaseSync(path, { timeout });
    opened = database;
    // Deleted data is overwritten, so prompts are really gone from the file. A commit that has to move the log into the file takes
    // the longest, so it's rarer than by default.
    database.exec(`
      PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL; PRAGMA secure_delete = ON;
      PRAGMA wal_autocheckpoint = ${logPages.here};
    `);
    const checked = checkPages(database, path);
    const found = schemaVersionOf(database, path);
    const latest = latestVersion(options.migrations);
    if (found > 0 && found < latest) copyBeforeMigration(database, path, latest);
    const schemaVersion = migrate(database, options.migrations, path);
    // From now on nobody stands still for another program: writes wait.
    database.exec('PRAGMA busy_timeout = 0');
    const access = new SqliteAccess({ database, path, onWrite: options.onWrite });
    const checkpoint = () => {
      const done = database.prepare('PRAGMA wal_checkpoint(TRUNCATE)').get();
      if (done?.busy !== 0) throw new Error('the store is being read by another program');
    };
    const logFlush = new LogFlush(async () => await flush(`${path}-wal`), checkpoint);
    const hadRecords = database.prepare(`SELECT 1 FROM ${recordTable} LIMIT 1`).get() !== undefined;
    return {
      path,
      schemaVersion,
      hadRecords,
      checked,
      access,
      setLogMoved: (where) => {
        database.exec(`PRAGMA wal_autocheckpoint = ${logPages[where]}`);
        access.setLogFlush(where === 'elsewhere' ? logFlush : undefined);
      },
      moveLog: async () => await moveLogOf(path),
      checkpoint,
      eraseTraces: async (text) =>
        await eraseTracesOf(path, text, async (work) => await access.standAside(work)),
      close: () => {
        if (database.isOpen) access.end();
        close();
      },
    };
  } catch (error) {
    close();
    throw storeErrorOf(error, path);
  }
}

/** Created completely or not at all, so an empty file is never one that was just being created. */
function make(path: string, migrations: readonly Migration[]): void {
  const unfinished = `${path}.unfinished`;
  rmSync(unfinished, { force: true });
  makeOwnFile(unfinished);
  const database = new DatabaseSync(unfinished);
  try {
    migrate(database, migrations, path);
  } finally {
    database.close();
  }
  renameSync(unfinished, path);
}

/** Nobody locks a store's log, so closing it here takes no lock away. */
async function flush(path: string): Promise<void> {
  await using file = await open(path, 'r+');
  await file.datasync();
}
