import { readdirSync, readFileSync, rmSync, statSync, utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { temporaryFolder } from '../../../../sandbox/test/support/temporary-folder.ts';
import { FolderStore } from '../../../../src/storage/files/folder-store.ts';

const it = test.extend('opened', () => open());

function open() {
  const [shared, own] = [temporaryFolder(), temporaryFolder()];
  const from = join(own, 'from.mp4');
  writeFileSync(from, 'a film');
  return { store: new FolderStore(shared), shared, own, from };
}

it('gives back what was put there, for its owner only, and forgets what was removed', async () => {
  const { store, shared, own, from } = open();
  await store.put('1.mp4', from);
  await store.put('1.mp4', from);
  expect(readdirSync(shared)).toEqual(['1.mp4']);
  expect(statSync(join(shared, '1.mp4')).mode & 0o777).toBe(0o600);
  expect(await store.fetch('1.mp4', join(own, 'to.mp4'))).toBe(true);
  expect(readFileSync(join(own, 'to.mp4'), 'utf8')).toBe('a film');
  utimesSync(join(shared, '1.mp4'), 1, 1);
  expect(await Array.fromAsync(store.list())).toEqual([{ name: '1.mp4', at: 1_000 }]);
  await store.remove('1.mp4');
  await store.remove('1.mp4');
  expect(await store.fetch('1.mp4', join(own, 'none.mp4'))).toBe(false);
  expect(readdirSync(own).sort()).toEqual(['from.mp4', 'to.mp4']);
});

it('is tried with a small file that is gone again', async ({ opened: { store, shared } }) => {
  await store.probe();
  expect(readdirSync(shared)).toEqual([]);
});

it('a mount that is gone is missing, never a folder without the file, and is not made', async () => {
  const { store, shared, own, from } = open();
  rmSync(shared, { recursive: true });
  const missing = { trouble: 'missing', code: 'ENOENT', retryable: false };
  await expect(store.fetch('1.mp4', join(own, 'to.mp4'))).rejects.toMatchObject(missing);
  await expect(store.put('1.mp4', from)).rejects.toMatchObject(missing);
  await expect(store.probe()).rejects.toMatchObject(missing);
  await expect(Array.fromAsync(store.list())).rejects.toMatchObject(missing);
  expect(readdirSync(own)).toEqual(['from.mp4']);
});

it('what is no folder at all is missing, too', async ({ opened: { from, own } }) => {
  const store = new FolderStore(from);
  await expect(store.put('1.mp4', from)).rejects.toMatchObject({ trouble: 'missing', code: 'ENOTDIR' });
  expect(readdirSync(own)).toEqual(['from.mp4']);
});

it('nothing is left of what was called off', async ({ opened: { store, shared, from } }) => {
  const off = AbortSignal.abort(new Error('stopping'));
  await expect(store.put('1.mp4', from, off)).rejects.toThrow('stopping');
  expect(readdirSync(shared)).toEqual([]);
});
