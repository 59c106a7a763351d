import { chmodSync, readdirSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test as base, expect } from 'vitest';
import { z } from 'zod';
import { temporaryFolder } from '../../../sandbox/test/support/temporary-folder.ts';
import { openJournal } from '../../../src/operations/in-hand.ts';
import { backUp } from '../../../src/storage/back-up.ts';
import { nobodys } from '../../../src/storage/record-index.ts';
import { restore } from '../../../src/storage/restore.ts';
import { openStore } from '../../../src/storage/store.ts';
import { awaitStoreLock, takeStoreLock } from '../../../src/storage/store-lock.ts';
import { FakeClock } from '../../support/fake-clock.ts';
import { recordingLog, silentLog } from '../../support/fake-log.ts';

const test = base
  .extend('dataDir', () => temporaryFolder())
  .extend('other', ({ dataDir }) => takeStoreLock(dataDir));

function wait(dataDir: string, signal = new AbortController().signal) {
  const clock = new FakeClock();
  const { log, lines } = recordingLog();
  return { clock, lines, lock: awaitStoreLock({ dataDir, clock, log, signal }) };
}

test('a bot waits for the one before it as long as that may take to stop, and says so once', async () => {
  const dataDir = temporaryFolder();
  const before = openStore({ dataDir, log: silentLog });
  const { clock, lines, lock } = wait(dataDir);
  await clock.advance(14_000);
  expect(lines).toMatchObject([{ level: 'warn', msg: 'waiting for another bot to stop using this store' }]);
  await before.close();
  await clock.advance(200);
  const store = openStore({ dataDir, log: silentLog, lock: await lock });
  expect(lines[1]).toMatchObject({ level: 'info' });
  expect(() => takeStoreLock(dataDir)).toThrow(expect.objectContaining({ trouble: 'locked' }));
  await store.close();
  takeStoreLock(dataDir).release();
});

test('a bot that stays keeps the next one out', async ({ dataDir, other }) => {
  const { clock, lock } = wait(dataDir);
  const refused = expect(lock).rejects.toMatchObject({ trouble: 'locked' });
  await clock.advance(15_200);
  await refused;
  other.release();
});

test('waiting ends when the process is told to stop', async ({ dataDir, other }) => {
  const stop = new AbortController();
  const { lock } = wait(dataDir, stop.signal);
  stop.abort(new Error('told to stop'));
  await expect(lock).rejects.toThrow('told to stop');
  other.release();
});

test('a store that cannot be opened gives its lock back', ({ dataDir }) => {
  writeFileSync(join(dataDir, 'emcee.sqlite'), '');
  expect(() => openStore({ dataDir, log: silentLog })).toThrow(
    expect.objectContaining({ trouble: 'corrupt' }),
  );
  takeStoreLock(dataDir).release();
});

test('every file of the store and its copies is for its owner only, also in a folder that existed', async () => {
  const dataDir = temporaryFolder();
  chmodSync(dataDir, 0o755);
  const earlier = openStore({ dataDir, log: silentLog, migrations: [] });
  await earlier.close();
  for (const name of readdirSync(dataDir)) chmodSync(join(dataDir, name), 0o644);
  writeFileSync(join(dataDir, 'in-hand.log'), '', { mode: 0o644 });
  const store = openStore({ dataDir, log: silentLog });
  await store.collection('notes', z.string(), nobodys).set('a', 'what somebody said');
  openJournal(join(dataDir, 'in-hand.log')).close();
  backUp(dataDir, join(dataDir, 'copy.backup'));
  const open = readdirSync(dataDir);
  expect(open).toEqual(
    expect.arrayContaining([
      'emcee.sqlite-wal',
      expect.stringMatching(/^emcee\.sqlite\.before-\d+$/),
      'copy.backup',
    ]),
  );
  const readableByOthers = () =>
    readdirSync(dataDir).filter((name) => (statSync(join(dataDir, name)).mode & 0o077) !== 0);
  expect(readableByOthers()).toEqual([]);
  await store.close();
  chmodSync(join(dataDir, 'emcee.sqlite'), 0o644);
  restore(dataDir, join(dataDir, 'copy.backup'), 0);
  expect(readableByOthers()).toEqual([]);
});
