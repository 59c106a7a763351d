import { randomUUID } from 'node:crypto';
import { readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { test as base, expect, onTestFinished } from 'vitest';
import { z } from 'zod';
import { temporaryFolder } from '../../../sandbox/test/support/temporary-folder.ts';
import { nobodys, ofGuild } from '../../../src/storage/record-index.ts';
import type { StoreOptions } from '../../../src/storage/store.ts';
import { StoreError } from '../../../src/storage/store-error.ts';
import { collected } from '../../support/collected.ts';
import { openedStore } from '../../support/opened-store.ts';
import { thrown } from '../../support/rejection.ts';

const test = base.extend('dataDir', () => temporaryFolder()).extend('store', () => openedStore());

const note = z.object({ text: z.string() });

const troubleOf = (dataDir: string, options: Partial<StoreOptions> = {}) =>
  thrown(() => openedStore(dataDir, options), StoreError);

test('what was written is there after the store was closed and opened again', async ({ dataDir }) => {
  const first = openedStore(dataDir);
  await first.collection('notes', note, nobodys).set('a', { text: 'kept' });
  await first.close();
  expect(await openedStore(dataDir).collection('notes', note, nobodys).get('a')).toEqual({ text: 'kept' });
});

test('a folder that is not there is made, for its owner only', async () => {
  const dataDir = join(temporaryFolder(), 'deep', 'data');
  openedStore(dataDir);
  expect(statSync(dataDir).mode & 0o077).toBe(0);
  expect(statSync(join(dataDir, 'emcee.sqlite')).isFile()).toBe(true);
});

test('collections do not see each other, whatever their records are called', async ({ store }) => {
  const jobs = store.collection('jobs', note, nobodys);
  const jobsToo = store.collection('jobs-too', note, nobodys);
  await jobs.set('jobs:a', { text: 'one' });
  await jobs.set('a', { text: 'two' });
  await jobs.set('100%3A', { text: 'three' });
  await jobsToo.set('a', { text: 'four' });
  const seen = await collected(jobs.entries());
  expect(Object.fromEntries(seen)).toEqual({
    'jobs:a': { text: 'one' },
    a: { text: 'two' },
    '100%3A': { text: 'three' },
  });
  expect(await jobsToo.get('a')).toEqual({ text: 'four' });
});

test('two who open the same collection are one writer', async ({ store }) => {
  const added = await Promise.all([
    store.collection('notes', note, nobodys).add('a', { text: 'first' }),
    store.collection('notes', note, nobodys).add('a', { text: 'second' }),
  ]);
  expect(added).toEqual([true, false]);
});

test('a store that another process has open is refused, in plain words', ({ dataDir }) => {
  openedStore(dataDir);
  const error = troubleOf(dataDir);
  expect(error.trouble).toBe('locked');
  expect(error.message).toMatch(/in use by another program/);
});

test('another program that writes to the file while it is opened is named, and may be gone at the next try', async () => {
  const dataDir = temporaryFolder();
  await openedStore(dataDir).close();
  const other = new DatabaseSync(join(dataDir, 'emcee.sqlite'));
  onTestFinished(() => other.close());
  other.exec('PRAGMA journal_mode = DELETE; BEGIN EXCLUSIVE');
  const error = troubleOf(dataDir);
  expect(error).toMatchObject({ trouble: 'held', temporary: true });
  expect(error.message).toContain('Another program');
  other.exec('ROLLBACK');
  expect(() => openedStore(dataDir)).not.toThrow();
});

test('another program that writes to the file for a moment costs a pause, and never stops the bot', async () => {
  const dataDir = temporaryFolder();
  const heard: boolean[] = [];
  const store = openedStore(dataDir, { lockTimeoutMs: 5_000, onWrite: (succeeded) => heard.push(succeeded) });
  const other = new DatabaseSync(join(dataDir, 'emcee.sqlite'));
  onTestFinished(() => other.close());
  const notes = store.collection('notes', note, nobodys);
  other.exec('BEGIN IMMEDIATE');
  const writing = notes.set('a', { text: 'kept' });
  // Nobody else could do anything while SQLite itself waits.
  for (let turn = 0; turn < 3; turn += 1) await new Promise(setImmediate);
  expect(await notes.get('a')).toBeUndefined();
  expect(() => store.checkpoint()).toThrow();
  other.exec('ROLLBACK');
  await writing;
  expect(heard).toEqual([true]);
});

test('while a lot is written in small steps, no write moves the log into the file, and another process can', async () => {
  const dataDir = temporaryFolder();
  const store = openedStore(dataDir);
  const notes = store.collection('notes', note, nobodys);
  const writeALot = async () => {
    for (let turn = 0; turn < 120; turn += 1)
      await notes.setMany(
        Array.from({ length: 20 }, () => [randomUUID(), { text: 'x'.repeat(8_000) }] as const),
      );
  };
  const megabytes = (end: string) => statSync(join(dataDir, `emcee.sqlite${end}`)).size / 1e6;
  await store.inSmallSteps(async () => {
    // Whoever ends first doesn't end it for the others.
    await store.inSmallSteps(() => Promise.resolve());
    await writeALot();
    expect(megabytes('')).toBeLessThan(1);
    expect(megabytes('-wal')).toBeGreaterThan(18);
    await Promise.all([store.moveLog(), notes.set('at once', { text: 'kept' })]);
    expect(megabytes('')).toBeGreaterThan(18);
  });
  expect(await notes.get('at once')).toEqual({ text: 'kept' });
  await writeALot();
  expect(megabytes('')).toBeGreaterThan(30);
  await expect(store.inSmallSteps(() => Promise.reject(new Error('no')))).rejects.toThrow('no');
});

test('a store can be opened again once it was closed, also if it was closed twice', async ({ dataDir }) => {
  const store = openedStore(dataDir);
  await store.close();
  await store.close();
  expect(() => openedStore(dataDir)).not.toThrow();
});

test.each([
  ['text', (path: string) => writeFileSync(path, 'this is not a database at all, '.repeat(200))],
  [
    "another program's database",
    (path: string) => {
      const other = new DatabaseSync(path);
      other.exec('CREATE TABLE theirs (id INTEGER)');
      other.close();
    },
  ],
])('a file that is %s is refused and left alone', (_, write) => {
  const dataDir = temporaryFolder();
  write(join(dataDir, 'emcee.sqlite'));
  expect(troubleOf(dataDir).trouble).toBe('corrupt');
});

test('a folder in whose place there is a file is refused, in plain words', () => {
  const dataDir = join(temporaryFolder(), 'data');
  writeFileSync(dataDir, '');
  const error = troubleOf(dataDir);
  expect(error.trouble).toBe('unwritable');
  expect(error.message).toContain(dataDir);
});

test('a store that is newer than the program is refused with both versions', async ({ dataDir }) => {
  const migrations = [
    { version: 2, name: 'two', run: () => undefined },
    { version: 3, name: 'three', run: () => undefined },
  ];
  await openedStore(dataDir, { migrations }).close();
  const error = troubleOf(dataDir, { migrations: migrations.slice(0, 1) });
  expect(error.trouble).toBe('newer');
  expect(error.message).toMatch(/schema version 3.*up to 2/);
});

test('a listing that cannot go on fails, and never looks complete', async ({ store }) => {
  const notes = store.collection('notes', note, ofGuild);
  await notes.setMany(Array.from({ length: 1_200 }, (_, index) => [String(index), { text: 'a' }] as const));
  const listing = notes.entries()[Symbol.asyncIterator]();
  for (let read = 0; read < 500; read += 1) await listing.next();
  await store.close();
  await expect(listing.next()).rejects.toThrow(/database is not open/);
});

test("what's theirs is listed from all collections, and nothing else is read", async ({ dataDir }) => {
  const store = openedStore(dataDir);
  await store.collection('notes', note, ofGuild).set('here', { text: 'a' });
  await store
    .collection('drafts', note, (_, { text }) => ({ guildId: 'here', userId: text }))
    .set('1', { text: 'ada' });
  await store.collection('drafts', note, nobodys).set('2', { text: 'of nobody' });
  expect(await collected(store.recordsOf({ guildId: 'here' }))).toEqual([
    { collection: 'drafts', id: '1', value: { text: 'ada' } },
    { collection: 'notes', id: 'here', value: { text: 'a' } },
  ]);
  expect(await collected(store.recordsOf({ userId: 'ada' }))).toHaveLength(1);
  expect(await collected(store.recordsOf({ userId: 'here' }))).toEqual([]);
});

test('what a deletion left in the file is overwritten, and writes wait for that', async ({ dataDir }) => {
  const store = openedStore(dataDir);
  const path = join(dataDir, 'emcee.sqlite');
  const hasTrace = () => ['', '-wal'].some((end) => readFileSync(path + end).includes(trace));
  const notes = store.collection('notes', note, nobodys);
  const trace = '1324000000000000077';
  for (let each = 0; each < 40; each += 1) await notes.set(`${trace}/${each}`, { text: 'of somebody' });
  await notes.set('other', { text: 'kept' });
  store.checkpoint();
  const careless = new DatabaseSync(path);
  careless.exec(`PRAGMA secure_delete = OFF; DELETE FROM records WHERE key LIKE '%${trace}%'`);
  careless.close();
  store.checkpoint();
  expect(hasTrace()).toBe(true);

  const erasing = store.eraseTraces(trace);
  const written = Promise.all(
    Array.from({ length: 50 }, (_, at) => notes.set(`at once ${at}`, { text: 'waits' })),
  );
  expect(await erasing).toBe(true);
  await written;
  expect(hasTrace()).toBe(false);
  expect(await store.eraseTraces(trace)).toBe(false);
  expect(await notes.get('other')).toEqual({ text: 'kept' });
  expect(await notes.get('at once 49')).toEqual({ text: 'waits' });
});
