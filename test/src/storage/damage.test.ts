import { spawnSync } from 'node:child_process';
import {
  appendFileSync,
  chmodSync,
  copyFileSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  truncateSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { temporaryFolder } from '../../../sandbox/test/support/temporary-folder.ts';
import { nobodys } from '../../../src/storage/record-index.ts';
import type { StoreOptions } from '../../../src/storage/store.ts';
import { StoreError } from '../../../src/storage/store-error.ts';
import { openedStore } from '../../support/opened-store.ts';
import { thrown } from '../../support/rejection.ts';

const note = z.object({ text: z.string() });
const notes = 200;

const open = (dataDir: string, options: Partial<StoreOptions> = {}) =>
  openedStore(dataDir, { migrations: [], ...options });

/** A folder with a store of a few dozen pages. */
async function filled(): Promise<{ dataDir: string; path: string }> {
  const dataDir = temporaryFolder();
  const store = open(dataDir);
  const all = Array.from({ length: notes }, (_, index) => [`n${index}`, { text: 'x'.repeat(900) }] as const);
  await store.collection('notes', note, nobodys).setMany(all);
  await store.close();
  return { dataDir, path: join(dataDir, 'emcee.sqlite') };
}

const refusalOf = (dataDir: string) => thrown(() => open(dataDir), StoreError);

/** Overwrites a part of a file. */
function overwrite(path: string, at: number, bytes: Uint8Array): void {
  const whole = readFileSync(path);
  whole.set(bytes, at);
  writeFileSync(path, whole);
}

describe('a store', () => {
  it.each<[string, (path: string) => void]>([
    ['is empty', (path) => truncateSync(path, 0)],
    ['lost its end', (path) => truncateSync(path, 20 * 4096)],
    ['lost half a page', (path) => truncateSync(path, readFileSync(path).length - 2048)],
    ['is all zeroes', (path) => writeFileSync(path, Buffer.alloc(readFileSync(path).length))],
    ['has a page of zeroes', (path) => overwrite(path, 12 * 4096, Buffer.alloc(4096))],
    ['has a flipped header', (path) => overwrite(path, 0, Buffer.from('TILQS'))],
    ['has another page size', (path) => overwrite(path, 16, Buffer.from([0x20, 0x00]))],
    [
      'is gone while its log is still there',
      (path) => {
        copyFileSync(path, `${path}-wal`);
        rmSync(path);
      },
    ],
  ])('that %s is not opened, and the error says what to do', async (_, damage) => {
    const { dataDir, path } = await filled();
    damage(path);
    const before = existsSync(path) ? readFileSync(path) : undefined;
    const error = refusalOf(dataDir);
    expect(error.trouble).toBe('corrupt');
    expect(error.message).toContain('npm run restore -- FILE');
    // What is left of it is for whoever can make something of it.
    expect(existsSync(path) ? readFileSync(path) : undefined).toEqual(before);
  });

  it('that was killed goes on from its log', async () => {
    const { dataDir, path } = await filled();
    const live = new DatabaseSync(path);
    live.exec('PRAGMA wal_autocheckpoint = 0');
    const late = JSON.stringify({ value: { text: 'late' } });
    live.prepare('INSERT INTO records (key, value) VALUES (?, ?)').run('notes:late', late);
    const copy = temporaryFolder();
    for (const name of ['emcee.sqlite', 'emcee.sqlite-wal'])
      copyFileSync(join(dataDir, name), join(copy, name));
    live.close();
    appendFileSync(join(copy, 'emcee.sqlite-wal'), 'half of what came next');
    expect(await open(copy).collection('notes', note, nobodys).get('late')).toEqual({ text: 'late' });
  });

  it('whose making was interrupted is made from the beginning', async () => {
    const dataDir = temporaryFolder();
    writeFileSync(join(dataDir, 'emcee.sqlite.unfinished'), 'half');
    await open(dataDir).collection('notes', note, nobodys).set('a', { text: 'kept' });
    expect(readdirSync(dataDir)).not.toContain('emcee.sqlite.unfinished');
  });

  it('in a folder that cannot be written is refused in plain words', () => {
    const dataDir = join(temporaryFolder(), 'data');
    mkdirSync(dataDir);
    chmodSync(dataDir, 0o555);
    chmodSync(join(dataDir, '..'), 0o755);
    // Root may write everywhere; somebody else may not.
    const somebody = process.getuid?.() === 0 ? { uid: 65_534, gid: 65_534 } : {};
    const opener = fileURLToPath(new URL('./open-store.ts', import.meta.url));
    const { stdout, stderr } = spawnSync(process.execPath, [opener, dataDir], {
      ...somebody,
      encoding: 'utf8',
    });
    expect(stdout, stderr).toMatch(/^unwritable: Can't write to the store .*emcee\.sqlite: /);
  });
});

describe('a migration', () => {
  const migrations = [{ version: 2, name: 'two', run: () => undefined }];

  it('leaves a copy of before, which the error about a damaged store names', async () => {
    const { dataDir, path } = await filled();
    await open(dataDir, { migrations }).close();
    truncateSync(path, 0);
    expect(refusalOf(dataDir).message).toMatch(/newest copy here is emcee\.sqlite\.before-2, made \d{4}-/);
    copyFileSync(`${path}.before-2`, path);
    const restored = open(dataDir);
    expect(restored.schemaVersion).toBe(1);
    expect(await restored.collection('notes', note, nobodys).get('n199')).toBeDefined();
  });

  it('leaves no copy when there is nothing to migrate', async () => {
    const dataDir = temporaryFolder();
    await open(dataDir, { migrations }).close();
    await open(dataDir, { migrations }).close();
    expect(readdirSync(dataDir).filter((name) => name.includes('.before-'))).toEqual([]);
  });
});
