import { existsSync, mkdirSync, readdirSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { temporaryFolder } from '../../../sandbox/test/support/temporary-folder.ts';
import { emptyTemporaryFolder, inTemporaryFolder } from '../../../src/media/temporary-folder.ts';

test("what a killed process left of people's files is gone at the next start", () => {
  const dataDir = temporaryFolder();
  mkdirSync(join(dataDir, 'temporary', 'emcee-file-aB3xYz'), { recursive: true });
  writeFileSync(join(dataDir, 'temporary', 'emcee-file-aB3xYz', 'reference'), 'secret');
  const folder = emptyTemporaryFolder(dataDir);
  expect(readdirSync(folder)).toEqual([]);
  expect(statSync(folder).mode & 0o077).toBe(0);
});

test.each(['well', 'badly'])('a folder is gone when its work ends %s', async (how) => {
  const above = emptyTemporaryFolder(temporaryFolder());
  let used = '';
  const work = inTemporaryFolder(above, async (folder) => {
    used = folder;
    writeFileSync(join(folder, 'given'), 'secret');
    if (how === 'badly') throw new Error('unreadable');
  });
  await work.catch(() => undefined);
  expect(used.startsWith(above)).toBe(true);
  expect(existsSync(used)).toBe(false);
});
