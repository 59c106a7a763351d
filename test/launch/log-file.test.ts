import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { claimLog } from '../../launch/log-file.ts';
import { temporaryFolder } from '../../sandbox/test/support/temporary-folder.ts';

const alive =
  (...pids: number[]) =>
  (pid: number) =>
    pids.includes(pid);

it('the log has its usual name, and it is free again afterwards', () => {
  const folder = join(temporaryFolder(), 'data');
  const log = claimLog(folder, 7, alive(7));
  expect(log.path).toBe(join(folder, 'emcee.log'));
  log.release();
  expect(claimLog(folder, 8, alive(8)).path).toBe(join(folder, 'emcee.log'));
});

it("a second start does not write into the first one's log", () => {
  const folder = temporaryFolder();
  const first = claimLog(folder, 7, alive(7, 8));
  const second = claimLog(folder, 8, alive(7, 8));
  expect(second.path).toBe(join(folder, 'emcee-8.log'));
  second.release();
  expect(claimLog(folder, 9, alive(7, 9)).path).not.toBe(first.path);
});

it.each([
  ['of a start that is gone', '7'],
  ['of nobody', 'rubbish'],
  ['of this very number, before the machine was started again', '8'],
])('a claim %s holds nobody up', (_, claim) => {
  const folder = temporaryFolder();
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, 'emcee.log.pid'), claim);
  const log = claimLog(folder, 8, alive(8));
  expect(log.path).toBe(join(folder, 'emcee.log'));
  expect(readFileSync(join(folder, 'emcee.log.pid'), 'utf8')).toBe('8');
  log.release();
  expect(existsSync(join(folder, 'emcee.log.pid'))).toBe(false);
});
