import { readdirSync, renameSync, rmSync, statSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import type { DatabaseSync } from 'node:sqlite';
import { flushFile, keepToOwner, makeOwnFile } from '../operations/own-files.ts';

const copiesKept = 3;

/** Keeps a copy of the store beside it, for going back to the older version. Never call it in a transaction. */
export function copyBeforeMigration(database: DatabaseSync, path: string, version: number): void {
  const copy = `${path}.before-${version}`;
  const unfinished = `${copy}.unfinished`;
  rmSync(unfinished, { force: true });
  makeOwnFile(unfinished);
  database.prepare('VACUUM INTO ?').run(unfinished);
  flushFile(unfinished);
  renameSync(unfinished, copy);
  // Those of earlier versions.
  for (const { path: kept } of copiesOf(path)) keepToOwner(kept);
  for (const old of copiesOf(path).slice(copiesKept)) rmSync(old.path, { force: true });
}

/** What to do about an unusable store, with the name of the newest copy. */
export function howToRestore(path: string): string {
  const name = basename(path);
  const [newest] = copiesOf(path);
  const copy = newest
    ? ` The newest copy here is ${basename(newest.path)}, made ${new Date(newest.madeAt).toISOString()} before an update.`
    : '';
  return (
    `To restore a back-up: npm run restore -- FILE.` +
    `${copy} Without a back-up, move ${name}, ${name}-wal and ${name}-shm away: the bot starts over and forgets everything.`
  );
}

export interface Copy {
  readonly path: string;
  readonly madeAt: number;
}

/** Newest first. */
export function copiesOf(path: string): Copy[] {
  const folder = dirname(path);
  const prefix = `${basename(path)}.before-`;
  try {
    return readdirSync(folder)
      .filter((name) => name.startsWith(prefix) && /^\d+$/.test(name.slice(prefix.length)))
      .map((name) => ({ path: join(folder, name), madeAt: statSync(join(folder, name)).mtimeMs }))
      .sort((a, b) => b.madeAt - a.madeAt || b.path.localeCompare(a.path));
  } catch {
    return [];
  }
}
