import { existsSync, renameSync, rmSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { flushFile, makeOwnFile } from '../operations/own-files.ts';
import { latestVersion, schemaVersionOf } from './migration.ts';
import { migrations } from './migrations.ts';
import { StoreError, storeErrorOf } from './store-error.ts';

/**
 * Copies the whole store of `dataDir` into one file, as it is right now, while the bot keeps writing.
 * @throws StoreError
 */
export function backUp(dataDir: string, file: string): void {
  const path = join(dataDir, 'emcee.sqlite');
  if (!existsSync(path)) {
    throw new StoreError(
      'unwritable',
      `There's no store in ${dataDir}. Set DATA_DIR to where the bot keeps it.`,
    );
  }
  if (existsSync(file)) throw new StoreError('unwritable', `${file} already exists. Choose another name.`);
  if (!existsSync(dirname(file)))
    throw new StoreError('unwritable', `There's no folder ${dirname(file)}. Create it first.`);
  copyStore(path, file);
}

/**
 * A complete copy of a store, log included, checked page by page, readable only by its owner.
 * @throws StoreError also if this program couldn't use the copy as a store
 */
export function copyStore(from: string, to: string): void {
  const unfinished = `${to}.unfinished`;
  const clear = () => existsSync(unfinished) && rmSync(unfinished);
  try {
    writing(from, to, clear);
    use(from, (database) => {
      assertOurs(database, from);
      writing(from, to, () => {
        makeOwnFile(unfinished);
        database.prepare('VACUUM INTO ?').run(unfinished);
      });
    });
    writing(from, to, () => {
      use(unfinished, (database) => assertWhole(database, from));
      flushFile(unfinished);
      renameSync(unfinished, to);
    });
  } catch (error) {
    throw storeErrorOf(error, from);
  } finally {
    clear();
  }
}

/** The copy can't be written. If its disk is full, that's not the store's fault. */
function writing(from: string, to: string, work: () => unknown): void {
  try {
    work();
  } catch (error) {
    const trouble = storeErrorOf(error, from);
    if (trouble.trouble !== 'unwritable') throw trouble;
    throw new StoreError('not-copied', `Can't write ${to}: ${reasonOf(error)}. Nothing has changed.`, error);
  }
}

function reasonOf(error: unknown): string {
  return error instanceof Error ? error.message : 'unknown reason';
}

/** Whether it's a store that this program can use, every page of it. Changes nothing. @throws StoreError */
export function inspectStore(path: string): void {
  try {
    use(path, (database) => {
      assertOurs(database, path);
      assertWhole(database, path);
    });
  } catch (error) {
    throw storeErrorOf(error, path);
  }
}

function use(path: string, work: (database: DatabaseSync) => void): void {
  const database = new DatabaseSync(path, { readOnly: true, timeout: 5_000 });
  try {
    work(database);
  } finally {
    database.close();
  }
}

function assertOurs(database: DatabaseSync, path: string): void {
  const version = schemaVersionOf(database, path);
  const latest = latestVersion(migrations);
  if (version >= 1 && version <= latest) return;
  const what =
    version === 0 ? 'is empty' : `has schema version ${version}, and this program knows up to ${latest}`;
  throw new StoreError(version === 0 ? 'corrupt' : 'newer', `The store ${path} ${what}.`);
}

function assertWhole(database: DatabaseSync, from: string): void {
  const finding = database.prepare('PRAGMA quick_check(1)').get()?.quick_check;
  if (finding !== 'ok') throw new StoreError('corrupt', `The store ${from} is damaged.`, finding);
}
