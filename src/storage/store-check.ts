import { existsSync, statSync } from 'node:fs';
import type { DatabaseSync } from 'node:sqlite';
import { howToRestore } from './store-copies.ts';
import { StoreError } from './store-error.ts';

/** Reading takes 1.6 s per gigabyte, and the bot is offline for that long. */
const checkedUpToBytes = 1024 ** 3;

/**
 * SQLite treats an empty file as a new database, and deletes a log whose database is gone. Our store is never empty,
 * because it's created under another name.
 * @throws StoreError `corrupt`
 */
export function assertNothingIsGone(path: string): void {
  const trouble = existsSync(path)
    ? statSync(path).size === 0 && `The store ${path} is empty, so whatever it held is gone.`
    : existsSync(`${path}-wal`) && `The store ${path} is gone, but its log ${path}-wal is still there.`;
  if (trouble) throw new StoreError('corrupt', `${trouble} ${howToRestore(path)}`);
}

/**
 * Reads every page once. Otherwise SQLite only notices a damaged page when it gets there, and a list just ends early.
 * False if the file is too large to be read at each start.
 * @throws StoreError `corrupt`
 */
export function checkPages(database: DatabaseSync, path: string): boolean {
  if (statSync(path).size > checkedUpToBytes) return false;
  const finding = database.prepare('PRAGMA quick_check(1)').get()?.quick_check;
  if (finding === 'ok') return true;
  throw new StoreError('corrupt', `The store ${path} is damaged. ${howToRestore(path)}`, finding);
}
