import { expect, test } from 'vitest';
import { runTestsInAFolder } from './tests-in-a-folder.ts';

test('hooks that fail before or after all tests, and files that fail to load, are failures of the run', () => {
  const { stdout, status } = runTestsInAFolder(['node_modules/vitest/vitest.mjs', 'run'], {
    'after.test.mjs': "test('a', () => {}); afterAll(() => { throw new Error('left open'); });",
    'before.test.mjs':
      "describe('s', () => { beforeAll(() => { throw new Error('no stage'); }); test('b', () => {}); });",
    'inside.test.mjs':
      "describe('s', () => { afterAll(() => { throw new Error('odd'); }); test('c', () => {}); });",
    'load.test.mjs': "throw new Error('no file');",
    'plain.test.mjs':
      "test('d', () => {}); test('e', () => { throw new Error('e'); }); test.skip('f', () => {});",
  });
  expect(status).toBe(1);
  expect(stdout).toContain('3 passed, 5 failed, 2 skipped');
});
