import { accessSync, constants, existsSync, renameSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { keepToOwner } from '../operations/own-files.ts';
import { copyStore } from './back-up.ts';
import { StoreError, storeErrorOf } from './store-error.ts';
import { type StoreLock, takeStoreLock } from './store-lock.ts';

/** SQLite keeps recent writes in files beside it, with the same name. */
const beside = ['', '-wal', '-shm'] as const;

export interface Restored {
  /** Where the previous store is now; undefined if there was none. */
  readonly kept: string | undefined;
}

/**
 * Puts a backup in place of the store of `dataDir`, and keeps what was there under another name.
 * @throws StoreError `locked` while a bot uses the store; as with any error, nothing has changed then
 */
export function restore(dataDir: string, file: string, now: number): Restored {
  if (!existsSync(file)) throw new StoreError('unwritable', `There's no file ${file}.`);
  if (!isReadable(file))
    throw new StoreError(
      'unwritable',
      `${file} can't be read by this user. Change its owner or mode. Nothing has changed.`,
    );
  const path = join(dataDir, 'emcee.sqlite');
  const lock = lockedOut(dataDir);
  try {
    const restored = `${path}.restored`;
    copyBackUp(file, restored);
    const was = existsSync(path) || existsSync(`${path}-wal`);
    const kept = `${path}.replaced-${new Date(now).toISOString().replace(/[-:]|\.\d+/g, '')}`;
    for (const end of beside) {
      keepToOwner(path + end);
      if (existsSync(path + end)) renameSync(path + end, kept + end);
    }
    rmSync(`${path}-shm`, { force: true });
    renameSync(restored, path);
    return { kept: was ? kept : undefined };
  } finally {
    lock.release();
  }
}

function isReadable(file: string): boolean {
  try {
    accessSync(file, constants.R_OK);
    return true;
  } catch {
    return false;
  }
}

/** The advice for a damaged store, to move it away and start over, doesn't fit a backup. */
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

/** Keeps all bots out. */
function lockedOut(dataDir: string): StoreLock {
  try {
    return takeStoreLock(dataDir);
  } catch (error) {
    const { trouble } = storeErrorOf(error, dataDir);
    if (trouble !== 'locked') throw error;
    throw new StoreError('locked', 'A bot is using this store. Stop the bot first, then restore.', error);
  }
}
