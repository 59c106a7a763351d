import { existsSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { z } from 'zod';
import { temporaryFolder } from '../../../sandbox/test/support/temporary-folder.ts';
import { BackUps, type BackUpsParts, backUpOf } from '../../../src/storage/back-ups.ts';
import { nobodys } from '../../../src/storage/record-index.ts';
import { restore } from '../../../src/storage/restore.ts';
import { FakeClock } from '../../support/fake-clock.ts';
import { recordingLog, silentLog } from '../../support/fake-log.ts';
import { openedStore } from '../../support/opened-store.ts';

const hourMs = 3_600_000;

function world(more: Partial<BackUpsParts> = {}) {
  const clock = new FakeClock();
  const folder = join(temporaryFolder(), 'backups');
  const ages: boolean[] = [];
  const failing = { now: false };
  const backUps = new BackUps({
    ...{ folder, everyMs: 24 * hourMs, most: 3, clock, log: silentLog },
    make: async (copy) => {
      if (failing.now) throw new Error('no room');
      writeFileSync(copy, 'a store');
    },
    onAge: (tooOld) => ages.push(tooOld),
    ...more,
  });
  onTestFinished(async () => await backUps.close());
  return { clock, folder, ages, failing, backUps };
}

test('there is one a day, and the oldest go', async () => {
  const { clock, folder, backUps } = world();
  backUps.open();
  expect(backUps.ageMs).toBeUndefined();
  await clock.advance(5 * 24 * hourMs);
  const names = readdirSync(folder).toSorted();
  expect(names).toHaveLength(3);
  expect(names.at(-1)).toBe('emcee-20260119T120100Z.backup');
  expect(backUps.ageMs).toBeLessThan(24 * hourMs);
});

test('a restart does not start over: the next is due by the newest, and files of others stay', async () => {
  const { clock, folder, backUps } = world();
  backUps.open();
  await clock.advance(2 * 60_000);
  await backUps.close();
  writeFileSync(join(folder, 'emcee-by-hand.backup'), 'mine');
  const made: string[] = [];
  const next = world({ folder, clock, most: 1, make: async (copy) => void made.push(copy) });
  next.backUps.open();
  await clock.advance(20 * hourMs);
  expect(made).toEqual([]);
  await clock.advance(5 * hourMs);
  expect(made).toHaveLength(1);
  expect(readdirSync(folder)).toContain('emcee-by-hand.backup');
});

test('what fails is tried again, and its owner hears when the newest is too old', async () => {
  const { clock, ages, failing, backUps } = world();
  backUps.open();
  await clock.advance(hourMs);
  failing.now = true;
  await clock.advance(47 * hourMs);
  expect(ages.at(-1)).toBe(false);
  await clock.advance(2 * hourMs);
  expect(ages.at(-1)).toBe(true);
  failing.now = false;
  await clock.advance(hourMs);
  expect(ages.at(-1)).toBe(false);
  expect(backUps.ageMs).toBeLessThan(hourMs);
});

test('a bot that never made one tells its owner after two days', async () => {
  const { clock, ages, failing, backUps } = world();
  failing.now = true;
  backUps.open();
  await clock.advance(47 * hourMs);
  expect(ages.at(-1)).toBe(false);
  await clock.advance(2 * hourMs);
  expect(ages.at(-1)).toBe(true);
});

test('a back-up is made beside a running bot, tried out, and restores', async () => {
  const dataDir = temporaryFolder();
  const store = openedStore(dataDir);
  await store.collection('guilds', z.string(), nobodys).set('a', 'kept');
  const copy = join(temporaryFolder(), 'a.backup');
  await backUpOf(dataDir)(copy, new AbortController().signal);
  await store.close();
  expect(existsSync(join(dataDir, 'temporary', 'trial'))).toBe(false);
  const elsewhere = temporaryFolder();
  restore(elsewhere, copy, 0);
  expect(await openedStore(elsewhere).collection('guilds', z.string(), nobodys).get('a')).toBe('kept');
});

test('a store that cannot be restored leaves no back-up', async () => {
  const dataDir = temporaryFolder();
  writeFileSync(join(dataDir, 'emcee.sqlite'), 'rubbish');
  const copy = join(dataDir, 'a.backup');
  await expect(backUpOf(dataDir)(copy, new AbortController().signal)).rejects.toThrow();
  expect(readdirSync(dataDir).filter((name) => name.includes('backup'))).toEqual([]);
});

test('a stop in the middle of one is no failure, and nothing about it is logged', async () => {
  const { log, lines } = recordingLog();
  const begun = Promise.withResolvers<void>();
  const { clock, backUps } = world({
    log,
    make: async (_, signal) => {
      begun.resolve();
      await clock.sleep(hourMs, signal);
    },
  });
  backUps.open();
  await clock.advance(2 * 60_000);
  await begun.promise;
  await backUps.close();
  expect(lines).toEqual([]);
});
