import { execFileSync } from 'node:child_process';
import { closeSync, openSync, readFileSync, statSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { expect, test } from 'vitest';
import { z } from 'zod';
import { temporaryFolder } from '../../../sandbox/test/support/temporary-folder.ts';
import { pageBytesOf, unusedIn } from '../../../src/storage/pages.ts';
import { nobodys } from '../../../src/storage/record-index.ts';
import { openedStore } from '../../support/opened-store.ts';

const note = z.object({ text: z.string() });
const trace = '1324000000000000078';

function opened(dataDir = temporaryFolder()) {
  const store = openedStore(dataDir, { lockTimeoutMs: undefined });
  return { store, path: join(dataDir, 'emcee.sqlite'), notes: store.collection('notes', note, nobodys) };
}

/** Pages of tables and indexes with room in them. */
function roomyPages(path: string) {
  const file = readFileSync(path);
  const bytes = pageBytesOf(file);
  return Array.from({ length: file.length / bytes }, (_, at) => at + 1).flatMap((number) => {
    const start = (number - 1) * bytes;
    const [room] = unusedIn(file.subarray(start, start + bytes), number);
    return room && room.to - room.from > 8 * trace.length
      ? [{ start: start + room.from, to: start + room.to }]
      : [];
  });
}

/** As SQLite leaves it where pages are balanced: copies of what was there, in the middle of room that nothing uses. */
function leaveTraces(path: string): number {
  const pages = roomyPages(path);
  const file = openSync(path, 'r+');
  for (const { start, to } of pages) writeSync(file, trace, Math.floor((start + to) / 2));
  closeSync(file);
  return pages.length;
}

const hasTrace = (path: string) => ['', '-wal'].some((end) => readFileSync(path + end).includes(trace));

test('what balanced pages still have of a text is overwritten, every record stays, and no page that is remembered brings it back', async () => {
  const dataDir = temporaryFolder();
  const path = join(dataDir, 'emcee.sqlite');
  const first = opened(dataDir);
  await first.notes.setMany(
    Array.from({ length: 400 }, (_, each) => [`note ${each}`, { text: 'x'.repeat(each) }] as const),
  );
  // Pages that nothing uses, which writing the whole file again would drop.
  for (let each = 0; each < 20; each += 1) await first.notes.set(`goes ${each}`, { text: 'z'.repeat(4_000) });
  for (let each = 0; each < 20; each += 1) await first.notes.delete(`goes ${each}`);
  await first.store.close();
  expect(leaveTraces(path)).toBeGreaterThan(20);
  const { store, notes } = opened(dataDir);
  for (let each = 0; each < 400; each += 1) await notes.get(`note ${each}`);
  const { size } = statSync(path);
  expect(await store.eraseTraces(trace)).toBe(true);
  expect(hasTrace(path)).toBe(false);
  for (let each = 0; each < 400; each += 40) await notes.set(`note ${each}`, { text: 'y' });
  store.checkpoint();
  expect(hasTrace(path)).toBe(false);
  for (let each = 1; each < 400; each += 40)
    expect(await notes.get(`note ${each}`)).toEqual({ text: 'x'.repeat(each) });
  expect(statSync(path).size).toBe(size);
  await store.close();
  const database = new DatabaseSync(path, { readOnly: true });
  expect(database.prepare('PRAGMA integrity_check').get()).toEqual({ integrity_check: 'ok' });
  database.close();
});

test('what is left in pages that nothing uses any more is gone with them', async () => {
  const { store, path, notes } = opened();
  await notes.set('stays', { text: 'kept' });
  await notes.set('goes', { text: `${trace} `.repeat(2_000) });
  store.checkpoint();
  const careless = new DatabaseSync(path);
  careless.exec("PRAGMA secure_delete = OFF; DELETE FROM records WHERE key = 'notes:goes'");
  careless.close();
  store.checkpoint();
  expect(hasTrace(path)).toBe(true);
  const { size } = statSync(path);
  expect(await store.eraseTraces(trace)).toBe(true);
  expect(hasTrace(path)).toBe(false);
  expect(statSync(path).size).toBeLessThan(size);
  expect(await notes.get('stays')).toEqual({ text: 'kept' });
});

test('what a record still says is no trace: it stays, and the file keeps its size', async () => {
  const { store, path, notes } = opened();
  await notes.set('says so', { text: `${trace} is blocked` });
  for (let each = 0; each < 20; each += 1) await notes.set(`goes ${each}`, { text: 'z'.repeat(4_000) });
  for (let each = 0; each < 20; each += 1) await notes.delete(`goes ${each}`);
  store.checkpoint();
  const { size } = statSync(path);
  expect(await store.eraseTraces(trace)).toBe(true);
  expect(await notes.get('says so')).toEqual({ text: `${trace} is blocked` });
  expect(statSync(path).size).toBe(size);
});

test('the file is still ours afterwards: no other program can take its log away', async () => {
  const { store, path, notes } = opened();
  await notes.set('a', { text: 'b' });
  await store.eraseTraces(trace);
  await store.eraseTraces('notes');
  const script = `
    const database = new (require('node:sqlite').DatabaseSync)(process.argv[1]);
    try { console.log(database.prepare('PRAGMA journal_mode = DELETE').get().journal_mode); }
    catch (error) { console.log(error.message); }`;
  const env = { NODE_NO_WARNINGS: '1' };
  expect(execFileSync(process.execPath, ['--eval', script, path], { env }).toString()).toContain('locked');
});

test('a log that another program reads cannot be moved, and that is said', async () => {
  const { store, path, notes } = opened();
  await notes.set('a', { text: 'b' });
  const reader = new DatabaseSync(path);
  reader.exec('BEGIN');
  reader.prepare('SELECT count(*) FROM records').get();
  await notes.set('c', { text: 'd' });
  await expect(store.moveLog()).rejects.toThrow('being read by another program');
  reader.close();
  await store.moveLog();
  expect(statSync(`${path}-wal`).size).toBe(0);
});

test.each([
  ['a page of nothing', Buffer.alloc(512)],
  ['a page whose content begins before its pointers end', pageOf({ kind: 13, cells: 200, content: 20 })],
  ['a page whose content begins behind its end', pageOf({ kind: 13, cells: 1, content: 600 })],
  ['a page whose freed room is in no order', pageOf({ kind: 13, cells: 1, content: 300, freed: 20 })],
])('nothing is unused in %s', (_, page) => {
  expect(unusedIn(page, 2)).toEqual([]);
});

function pageOf({ kind = 13, cells = 0, content = 512, freed = 0 }): Buffer {
  const page = Buffer.alloc(512);
  page[0] = kind;
  page.writeUInt16BE(freed, 1);
  page.writeUInt16BE(cells, 3);
  page.writeUInt16BE(content, 5);
  return page;
}

test('unused in a page is the room before its content, and what was freed in it', () => {
  const page = pageOf({ cells: 3, content: 300, freed: 320 });
  page.writeUInt16BE(400, 320);
  page.writeUInt16BE(40, 322);
  page.writeUInt16BE(50, 402);
  const freed = [
    { from: 324, to: 360 },
    { from: 404, to: 450 },
  ];
  expect(unusedIn(page, 2)).toEqual([{ from: 14, to: 300 }, ...freed]);
  const first = Buffer.concat([Buffer.alloc(100), pageOf({ cells: 3, content: 300 })]);
  expect(unusedIn(first, 1)).toEqual([{ from: 114, to: 300 }]);
  page[0] = 5;
  expect(unusedIn(page, 2)).toEqual([{ from: 18, to: 300 }, ...freed]);
});
