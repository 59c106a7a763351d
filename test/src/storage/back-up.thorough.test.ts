import { execFile } from 'node:child_process';
import { copyFileSync, existsSync, mkdirSync, readdirSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { describe, expect, test } from 'vitest';
import { z } from 'zod';
import { temporaryFolder } from '../../../sandbox/test/support/temporary-folder.ts';
import { backUp } from '../../../src/storage/back-up.ts';
import { Checkpoints } from '../../../src/storage/checkpoints.ts';
import { nobodys } from '../../../src/storage/record-index.ts';
import { restore } from '../../../src/storage/restore.ts';
import type { Store } from '../../../src/storage/store.ts';
import { StoreError } from '../../../src/storage/store-error.ts';
import { FakeClock } from '../../support/fake-clock.ts';
import { recordingLog, silentLog } from '../../support/fake-log.ts';
import { openedStore } from '../../support/opened-store.ts';
import { thrown } from '../../support/rejection.ts';

const it = test
  .extend('dataDir', () => temporaryFolder())
  .extend('store', ({ dataDir }) => openedStore(dataDir));

const schema = z.object({ text: z.string() });
const now = Date.UTC(2026, 10, 22, 4, 5, 6);

const write = async (store: Store, text: string) =>
  await store.collection('notes', schema, nobodys).set('one', { text });
const read = async (store: Store) => (await store.collection('notes', schema, nobodys).get('one'))?.text;

/** A back-up of it, in a folder of its own. */
function copyOf(dataDir: string): string {
  const file = join(temporaryFolder(), 'emcee.backup');
  backUp(dataDir, file);
  return file;
}

async function readRestored(file: string): Promise<string | undefined> {
  const dataDir = temporaryFolder();
  restore(dataDir, file, now);
  return await read(openedStore(dataDir));
}

const refused = (call: () => unknown) => thrown(call, StoreError);

describe('a checkpoint', () => {
  it('puts everything into the one file that people copy', async ({ dataDir, store }) => {
    await write(store, 'kept');
    store.checkpoint();
    const other = temporaryFolder();
    copyFileSync(join(dataDir, 'emcee.sqlite'), join(other, 'emcee.sqlite'));
    expect(await read(openedStore(other))).toBe('kept');
    expect(statSync(join(dataDir, 'emcee.sqlite-wal')).size).toBe(0);
  });

  it('is made every few minutes while the bot runs, and at its end', async ({ dataDir, store }) => {
    const clock = new FakeClock();
    const checkpoints = new Checkpoints(store, clock, silentLog);
    checkpoints.open();
    await write(store, 'kept');
    const log = () => statSync(join(dataDir, 'emcee.sqlite-wal')).size;
    expect(log()).toBeGreaterThan(0);
    await clock.advance(5 * 60_000);
    expect(log()).toBe(0);
    await write(store, 'kept, too');
    await checkpoints.close();
    expect(log()).toBe(0);
  });

  it('that cannot be made is told, and made later', async () => {
    const { log, lines } = recordingLog();
    const clock = new FakeClock();
    let calls = 0;
    const checkpoint = () => {
      calls += 1;
      if (calls === 1) throw new Error('busy');
    };
    const checkpoints = new Checkpoints({ checkpoint }, clock, log);
    checkpoints.open();
    await clock.advance(10 * 60_000);
    expect(calls).toBe(2);
    expect(lines).toMatchObject([{ level: 'warn', err: { message: 'busy' } }]);
    await checkpoints.close();
  });
});

describe('a back-up', () => {
  it("of a running bot's store has everything that was written before", async ({ dataDir, store }) => {
    await write(store, 'before');
    const file = copyOf(dataDir);
    await write(store, 'after');
    expect(await readRestored(file)).toBe('before');
    expect(await read(store)).toBe('after');
  });

  it("of a stopped bot's store works as well", async ({ dataDir, store }) => {
    await write(store, 'before');
    await store.close();
    expect(await readRestored(copyOf(dataDir))).toBe('before');
  });

  it("is nobody else's to read, and overwrites nothing", () => {
    const dataDir = temporaryFolder();
    openedStore(dataDir);
    const folder = temporaryFolder();
    const file = join(folder, 'emcee.backup');
    backUp(dataDir, file);
    expect(statSync(file).mode & 0o077).toBe(0);
    expect(refused(() => backUp(dataDir, file)).message).toContain('already exists');
    expect(readdirSync(folder)).toEqual(['emcee.backup']);
  });

  it.each([
    ['there is no store', (_: string) => undefined, 'DATA_DIR'],
    [
      'the store is damaged',
      (dataDir: string) => writeFileSync(join(dataDir, 'emcee.sqlite'), 'x'.repeat(9_000)),
      'damaged',
    ],
  ])('where %s is refused and leaves nothing', (_, prepare, words) => {
    const dataDir = temporaryFolder();
    prepare(dataDir);
    const folder = temporaryFolder();
    expect(refused(() => backUp(dataDir, join(folder, 'b'))).message).toContain(words);
    expect(readdirSync(folder)).toEqual([]);
    expect(existsSync(join(dataDir, 'emcee.lock'))).toBe(false);
  });
});

/** What no table of ours has: only reading every page shows it. */
function breakPage(path: string): void {
  const database = new DatabaseSync(path, { defensive: false });
  database.exec(`
    CREATE TABLE numbers (number INTEGER);
    INSERT INTO numbers VALUES (NULL);
    PRAGMA writable_schema = ON;
    UPDATE sqlite_schema SET sql = 'CREATE TABLE numbers (number INTEGER NOT NULL)' WHERE name = 'numbers';
  `);
  database.close();
}

it('a copy is read whole before it counts, and so is a back-up before it replaces a store', async () => {
  const dataDir = temporaryFolder();
  await write(openedStore(dataDir), 'kept');
  const whole = copyOf(dataDir);
  breakPage(join(dataDir, 'emcee.sqlite'));
  const folder = temporaryFolder();
  expect(refused(() => backUp(dataDir, join(folder, 'b')))).toMatchObject({ trouble: 'corrupt' });
  expect(readdirSync(folder)).toEqual([]);
  breakPage(whole);
  const elsewhere = temporaryFolder();
  expect(refused(() => restore(elsewhere, whole, now)).message).toMatch(/isn't a back-up|damaged/);
  expect(readdirSync(elsewhere).filter((name) => name.startsWith('emcee.sqlite'))).toEqual([]);
});

it("a back-up that can't be written names its own place, not the store", () => {
  const dataDir = temporaryFolder();
  openedStore(dataDir);
  const folder = temporaryFolder();
  const tooLong = join(folder, 'b'.repeat(250));
  const { message } = refused(() => backUp(dataDir, tooLong));
  expect(message).toMatch(/^Can't write .*b: .*Nothing has changed\.$/);
  expect(message).not.toContain('emcee.sqlite');
  expect(refused(() => backUp(dataDir, join(folder, 'none', 'b'))).message).toMatch(/no folder .*none/);
  expect(readdirSync(folder)).toEqual([]);
});

describe('restoring', () => {
  async function backedUp(text: string): Promise<string> {
    const dataDir = temporaryFolder();
    await write(openedStore(dataDir), text);
    return copyOf(dataDir);
  }

  it('keeps what was there, with its log', async ({ dataDir, store }) => {
    await write(store, 'newer');
    await store.close();
    const { kept } = restore(dataDir, await backedUp('older'), now);
    const restored = openedStore(dataDir);
    expect(await read(restored)).toBe('older');
    await restored.close();
    expect(kept).toBe(join(dataDir, 'emcee.sqlite.replaced-20261122T040506Z'));
    restore(dataDir, kept ?? '', now + 1_000);
    expect(await read(openedStore(dataDir))).toBe('newer');
  });

  it('is refused while a bot uses the store', async ({ dataDir, store }) => {
    await write(store, 'newer');
    const file = await backedUp('older');
    expect(refused(() => restore(dataDir, file, now))).toMatchObject({ trouble: 'locked' });
    expect(await read(store)).toBe('newer');
  });

  it.each([
    ['is not there', (_: string) => undefined, /no file/],
    [
      'is something else',
      (file: string) => writeFileSync(file, 'x'.repeat(9_000)),
      /isn't a back-up.*Nothing has changed/,
    ],
    ['is empty', (file: string) => writeFileSync(file, ''), /isn't a back-up/],
    ['is a folder', (file: string) => mkdirSync(file), /isn't a back-up/],
    [
      'is of another program',
      (file: string) => new DatabaseSync(file).exec('CREATE TABLE t (a)'),
      /isn't a back-up/,
    ],
  ])('from a file that %s changes nothing', async (_, make, words) => {
    const dataDir = temporaryFolder();
    const store = openedStore(dataDir);
    await write(store, 'here');
    await store.close();
    const file = join(temporaryFolder(), 'b');
    make(file);
    const { message } = refused(() => restore(dataDir, file, now));
    expect(message).toMatch(words);
    expect(message).not.toContain('starts over');
    expect(await read(openedStore(dataDir))).toBe('here');
  });
});

it('both are commands', async ({ dataDir: folder }) => {
  const dataDir = join(folder, 'data');
  mkdirSync(dataDir);
  const store = openedStore(dataDir);
  await write(store, 'by hand');
  const run = async (program: string, ...args: string[]) => {
    const path = fileURLToPath(new URL(`../../../${program}`, import.meta.url));
    const options = { cwd: folder, env: { PATH: process.env.PATH, DATA_DIR: dataDir } };
    return await promisify(execFile)(process.execPath, [path, ...args], options).then(
      ({ stdout }) => stdout,
      ({ stderr }) => `failed: ${stderr}`,
    );
  };
  expect(await run('backup.ts', 'my.backup')).toMatch(/Backed up .*my\.backup/);
  expect(await run('restore.ts', 'my.backup')).toMatch(/^failed: .*Stop the bot first/);
  expect(await run('backup.ts')).toMatch(/^failed: .*npm run backup -- FILE/);
  await store.close();
  expect(await run('restore.ts', 'my.backup')).toMatch(/Restored .*my\.backup.*replaced-/s);
  expect(await read(openedStore(dataDir))).toBe('by hand');
});
