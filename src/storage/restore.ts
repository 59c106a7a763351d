import { existsSync, mkdirSync, renameSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { copyStore } from './back-up.ts';
import { StoreError, storeErrorOf } from './store-error.ts';

/** SQLite keeps what it has not yet moved into the file beside it, under the file's own name. */
const beside = ['', '-wal', '-shm'] as const;

export interface Restored {
  /** Where the store that was there is now; undefined when there was none. */
  readonly kept: string | undefined;
}

/**
 * Puts a back-up in the place of the store of `dataDir`. What was there is kept under another name.
 * @throws StoreError `locked` while a bot uses the store; then, as with any error, nothing has changed
 */
export function restore(dataDir: string, file: string, now: number): Restored {
  if (!existsSync(file)) throw new StoreError('unwritable', `There's no file ${file}.`);
  const path = join(dataDir, 'emcee.sqlite');
  mkdirSync(dataDir, { recursive: true, mode: 0o700 });
  const free = lockedOut(join(dataDir, 'emcee.lock'));
  try {
    const restored = `${path}.restored`;
    copyBackUp(file, restored);
    const was = existsSync(path) || existsSync(`${path}-wal`);
    const kept = `${path}.replaced-${new Date(now).toISOString().replace(/[-:]|\.\d+/g, '')}`;
    for (const end of beside) if (existsSync(path + end)) renameSync(path + end, kept + end);
    rmSync(`${path}-shm`, { force: true });
    renameSync(restored, path);
    return { kept: was ? kept : undefined };
  } finally {
    free();
  }
}

/** What is told of a damaged store, to move it away and start over, is no advice about a back-up. */
function copyBackUp(file: string, to: string): void {
  try {
    copyStore(file, to);
  } catch (error) {
    const { trouble } = storeErrorOf(error, file);
    if (trouble === 'newer' || trouble === 'not-copied') throw error;
    throw new StoreError(
      'corrupt',
      `${file} isn't a back-up that Emcee made, or it's damaged. Nothing has changed.`,
      error,
    );
  }
}

/** Keeps every bot away until the returned function is called. */
function lockedOut(path: string): () => void {
  const lock = new DatabaseSync(path, { timeout: 0 });
  try {
    lock.exec('BEGIN EXCLUSIVE');
  } catch (error) {
    lock.close();
    const trouble = storeErrorOf(error, path);
    if (trouble.trouble !== 'locked') throw trouble;
    throw new StoreError('locked', 'A bot is using this store. Stop the bot first, then restore.', error);
  }
  return () => lock.close();
}
