import { DatabaseSync } from 'node:sqlite';
import type { Atomic } from '../../src/storage/atomic/atomic.ts';
import { sqliteAtomic } from '../../src/storage/atomic/sqlite-atomic.ts';
import { layOut } from '../../src/storage/layout.ts';
import { SqliteAccess } from '../../src/storage/sqlite-access.ts';

export interface OpenAtomic extends Atomic {
  close(): void;
}

/** One of several handles on a file, as if each were in a process of its own. A store keeps other bots out; this doesn't. */
export function openAtomic(path: string, now: () => number = Date.now): OpenAtomic {
  const database = new DatabaseSync(path, { timeout: 10_000 });
  database.exec('PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL');
  database.exec('BEGIN IMMEDIATE');
  layOut(database);
  database.exec('COMMIT');
  const atomic = sqliteAtomic(new SqliteAccess({ database, path }), now);
  return { ...atomic, close: () => database.close() };
}
