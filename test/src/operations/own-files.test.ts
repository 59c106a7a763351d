import { statSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { temporaryFolder } from '../../../sandbox/test/support/temporary-folder.ts';
import { makeOwnFolder } from '../../../src/operations/own-files.ts';

test('a folder is made with all above it, for its owner only, and once more changes nothing', () => {
  const folder = join(temporaryFolder(), 'a', 'b', 'c');
  makeOwnFolder(folder);
  makeOwnFolder(folder);
  expect(statSync(folder).mode & 0o777).toBe(0o700);
  expect(statSync(join(folder, '..')).mode & 0o777).toBe(0o700);
});

test('below /proc it is refused instead of tried forever', () => {
  expect(() => makeOwnFolder('/proc/emcee/data')).toThrow('ENOENT');
});

test('a relative name is made where the process is', () => {
  expect(() => makeOwnFolder('.')).not.toThrow();
});
