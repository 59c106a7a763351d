import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { expect, onTestFinished, test } from 'vitest';
import { temporaryFolder } from '../../../sandbox/test/support/temporary-folder.ts';
import { LogFlush } from '../../../src/storage/log-flush.ts';
import { SqliteAccess } from '../../../src/storage/sqlite-access.ts';

/** A log whose flushes end when the test says so, and a file that it can or can't be moved into. */
function open() {
  const path = join(temporaryFolder(), 'numbers');
  const database = new DatabaseSync(path);
  onTestFinished(() => database.close());
  database.exec('PRAGMA journal_mode = WAL; CREATE TABLE numbers (number INTEGER PRIMARY KEY)');
  const access = new SqliteAccess({ database, path });
  const flushes: PromiseWithResolvers<void>[] = [];
  const moved = { times: 0, fails: false };
  const logFlush = new LogFlush(
    () => {
      const flush = Promise.withResolvers<void>();
      flushes.push(flush);
      return flush.promise;
    },
    () => {
      if (moved.fails) throw new Error('no way to the disk');
      moved.times += 1;
    },
  );
  access.setLogFlush(logFlush);
  const insert = database.prepare('INSERT INTO numbers VALUES (?)');
  const settled: (number | string)[] = [];
  const add = (number: number) => {
    void access
      .write(() => insert.run(number))
      .then(() => settled.push(number))
      .catch((error: Error) => settled.push(error.message));
    access.flush();
  };
  const end = async (at: number, error?: Error) => {
    if (error) flushes[at]?.reject(error);
    else flushes[at]?.resolve();
    await turn();
  };
  const synchronous = () => database.prepare('PRAGMA synchronous').get()?.synchronous;
  return { access, add, settled, flushes, end, moved, synchronous };
}

async function turn(): Promise<void> {
  await new Promise((resolve) => setImmediate(resolve));
}

test('a write is acknowledged once a flush that began after it has ended, and those of one flush together', async () => {
  const { add, settled, flushes, end } = open();
  add(1);
  add(2);
  add(3);
  await turn();
  expect([settled, flushes.length]).toEqual([[], 1]);
  await end(0);
  // The first began before the others were written.
  expect([settled, flushes.length]).toEqual([[1], 2]);
  await end(1);
  expect(settled).toEqual([1, 2, 3]);
  add(4);
  expect(flushes).toHaveLength(3);
});

test('without it each commit flushes again, and what was under way is still acknowledged', async () => {
  const { access, add, settled, flushes, end, synchronous } = open();
  expect(synchronous()).toBe(1);
  add(1);
  access.setLogFlush(undefined);
  expect(synchronous()).toBe(2);
  add(2);
  await turn();
  expect(settled).toEqual([2]);
  await end(0);
  expect([settled, flushes.length]).toEqual([[2, 1], 1]);
});

test('what a failed flush may have lost is moved into the file before it is acknowledged', async () => {
  const { add, settled, end, moved } = open();
  add(1);
  await end(0, new Error('EIO'));
  expect([settled, moved.times]).toEqual([[1], 1]);
  add(2);
  await end(1);
  expect([settled, moved.times]).toEqual([[1, 2], 1]);
});

test('a write that reached the disk neither way is told so, and nothing is written after it until one works', async () => {
  const { access, add, settled, flushes, end, moved } = open();
  moved.fails = true;
  add(1);
  await end(0, new Error('EIO'));
  expect(settled).toEqual([expect.stringContaining('no way to the disk')]);
  add(2);
  await turn();
  expect([settled.length, flushes.length]).toEqual([2, 1]);
  expect(() => access.setLogFlush(undefined)).toThrow('no way to the disk');
  moved.fails = false;
  add(3);
  await end(1);
  expect([settled.at(-1), moved.times]).toEqual([3, 1]);
});

test('at the end everything is moved into the file at once, and acknowledged', async () => {
  const { access, add, settled, moved } = open();
  add(1);
  add(2);
  access.end();
  await turn();
  expect([settled, moved.times]).toEqual([[2], 1]);
});
