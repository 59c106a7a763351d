import { once } from 'node:events';
import { closeSync, fsyncSync, openSync, readSync, statSync, writeSync } from 'node:fs';
import { DatabaseSync } from 'node:sqlite';
import { recordTable } from './layout.ts';
import { pageBytesOf, unusedIn } from './pages.ts';

/**
 * `<store> [text]`: moves the store's log into it without holding up anyone, and tells in how many pages the text still is. When it's told
 * to, it overwrites the text there; nobody else of ours may write then. A process of its own, because a large store takes a second, and
 * because a process that closes a file loses SQLite's locks on it.
 */
const [path = '', text = ''] = process.argv.slice(2);
/** What a processor keeps at hand: larger ones take more than twice as long. */
const chunkBytes = 256 * 1024;
const tries = 50;
const againMs = 100;

process.once('disconnect', () => process.exit());
// While it waits for those who read, writers wait for it: for less than they have patience.
const open = () => new DatabaseSync(path, { timeout: 500 });
let database = open();
const file = openSync(path, 'r+');
try {
  moveLog();
  const pages = text === '' ? [] : pagesWithText();
  process.send?.(pages.length);
  if (pages.length > 0) {
    await once(process, 'message');
    erase(pages);
    process.send?.(0);
  }
} catch (error) {
  process.send?.(error instanceof Error ? error.message : String(error));
} finally {
  database.close();
  closeSync(file);
}

/** Everything that was written before. What others write in the same moment may stay. */
function moveLog(): void {
  let most: number | undefined;
  for (let attempt = 0; attempt < tries; attempt += 1) {
    const { log, checkpointed } = database.prepare('PRAGMA wal_checkpoint(PASSIVE)').get() ?? {};
    most ??= Number(log);
    // A shorter log began again, because all of it had been moved.
    if (Number(log) < most || Number(checkpointed) >= most) {
      // Now that it's short, others wait no longer than it takes to empty it.
      database.exec('PRAGMA wal_checkpoint(TRUNCATE)');
      return;
    }
    pause();
  }
  throw new Error('the store is being read by another program');
}

function pagesWithText(): readonly number[] {
  const pageBytes = pageBytesOf(read(0, 100));
  const found: number[] = [];
  const chunk = Buffer.alloc(chunkBytes);
  for (let start = 0; ; ) {
    const bytes = readSync(file, chunk, 0, chunkBytes, start);
    if (bytes === 0) return found;
    const piece = chunk.subarray(0, bytes);
    for (let at = piece.indexOf(text); at >= 0; ) {
      const page = Math.floor(at / pageBytes);
      found.push(start / pageBytes + page + 1);
      at = piece.indexOf(text, (page + 1) * pageBytes);
    }
    start += bytes;
  }
}

/** What a page doesn't use means nothing to SQLite, so a kill in the middle of it harms nothing. */
function erase(pages: readonly number[]): void {
  lockEmptyLog();
  const pageBytes = pageBytesOf(read(0, 100));
  let elsewhere = 0;
  for (const number of pages) {
    const start = (number - 1) * pageBytes;
    const page = read(start, pageBytes);
    for (const { from, to } of unusedIn(page, number)) {
      if (!page.subarray(from, to).includes(text)) continue;
      page.fill(0, from, to);
      writeSync(file, page, from, to - from, start + from);
    }
    if (page.includes(text)) elsewhere += 1;
  }
  fsyncSync(file);
  // No process may go on with pages as it remembers them: ours begins again, and others do when something is committed.
  database.close();
  database = open();
  const { user_version: version } = database.prepare('PRAGMA user_version').get() ?? {};
  database.exec(`PRAGMA secure_delete = ON; PRAGMA user_version = ${Number(version)}`);
  // What a record still says isn't a trace.
  if (elsewhere > 0 && !isRecorded()) database.exec('VACUUM');
  database.exec('PRAGMA wal_checkpoint(TRUNCATE)');
}

/** From here on only this process writes, and all there is stands in the one file. */
function lockEmptyLog(): void {
  for (let attempt = 0; attempt < tries; attempt += 1) {
    database.exec('PRAGMA wal_checkpoint(TRUNCATE); BEGIN IMMEDIATE');
    if (statSync(`${path}-wal`).size === 0) return;
    database.exec('ROLLBACK');
    pause();
  }
  throw new Error('the store is being written by another program');
}

function isRecorded(): boolean {
  const sql = `SELECT 1 FROM ${recordTable} WHERE instr(key, ?1) OR instr(value, ?1) LIMIT 1`;
  return database.prepare(sql).get(text) !== undefined;
}

function read(start: number, bytes: number): Buffer {
  const page = Buffer.alloc(bytes);
  readSync(file, page, 0, bytes, start);
  return page;
}

function pause(): void {
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, againMs);
}
