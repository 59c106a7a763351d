import { mkdirSync, readdirSync, symlinkSync, utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { z } from 'zod';
import { temporaryFolder } from '../../../sandbox/test/support/temporary-folder.ts';
import { loadConfig } from '../../../src/config/config.ts';
import { nobodys } from '../../../src/storage/record-index.ts';
import { leftoverSweeps } from '../../../src/wiring/leftovers.ts';
import { collected } from '../../support/collected.ts';
import { leastSettings } from '../../support/config-problems.ts';
import { FakeClock } from '../../support/fake-clock.ts';
import { silentLog } from '../../support/fake-log.ts';
import { openedStore } from '../../support/opened-store.ts';

const dayMs = 24 * 60 * 60_000;
const config = loadConfig({ ...leastSettings, KEEP_DAYS: '5' });

/** A store on which `sweep` begins to clear what is left over, until the test is over. */
function opened(temporary?: string) {
  const clock = new FakeClock();
  const dataDir = temporaryFolder();
  const store = openedStore(dataDir, { now: () => clock.now() });
  const sweep = () => {
    const sweeps = leftoverSweeps({ config, clock, log: silentLog, store }, temporary);
    onTestFinished(async () => await sweeps.close());
    sweeps.open();
  };
  return { clock, dataDir, store, sweep };
}

test('unreadable records and copies of the store go after KEEP_DAYS', async () => {
  const { clock, dataDir, store, sweep } = opened();
  await store
    .collection('notes', z.object({ words: z.string() }), nobodys)
    .set('a', { words: 'of another version' });
  await store.collection('notes', z.object({ text: z.string() }), nobodys).get('a');
  const copy = join(dataDir, 'emcee.sqlite.before-2');
  writeFileSync(copy, 'a copy');
  utimesSync(copy, clock.now() / 1_000, clock.now() / 1_000);
  sweep();
  await clock.advance(4 * dayMs);
  expect(readdirSync(dataDir)).toContain('emcee.sqlite.before-2');
  expect(await collected(store.setAside.entries())).toHaveLength(1);
  await clock.advance(2 * dayMs);
  expect(readdirSync(dataDir)).not.toContain('emcee.sqlite.before-2');
  expect(await collected(store.setAside.entries())).toEqual([]);
});

test.each([
  ['limit-alarms', 62 * dayMs],
  ['recordings-told', 30 * dayMs],
  ['recordings-kept', dayMs],
  ['erasures', 5 * dayMs],
] as const)('records of %s go when their time is over', async (name, keptMs) => {
  const { clock, store, sweep } = opened();
  const records = store.collection(name, z.looseObject({ at: z.number() }), nobodys);
  const fields = {
    ...{ guildId: '1', userId: '2', asked: 'owner' },
    ...{ deleted: 1, unnamed: 0, texts: [], messages: [] },
  };
  await records.set('a', { ...fields, at: clock.now() });
  sweep();
  await clock.advance(keptMs - dayMs / 12);
  expect(await collected(records.entries())).toHaveLength(1);
  await clock.advance(dayMs + dayMs / 6);
  expect(await collected(records.entries())).toEqual([]);
});

test('a transcript that an earlier version left in the temporary folder goes at the start, and nothing that only looks like one', async () => {
  const [temporary, elsewhere] = [temporaryFolder(), temporaryFolder()];
  const { clock, sweep } = opened(temporary);
  const folder = (name: string, ageMs = 0) => {
    const path = join(temporary, name);
    mkdirSync(path);
    writeFileSync(join(path, 'conversation.txt'), 'secret');
    const at = (clock.now() - ageMs) / 1_000;
    utimesSync(path, at, at);
  };
  folder('emcee-transcript-aB3xYz');
  folder('emcee-picture-aB3xYz', 2 * 60 * 60_000);
  folder('emcee-picture-bbbbbb');
  folder('emcee-transcript-mine');
  folder('emcee-test-aB3xYz');
  folder('not-emcee-transcript-aB3xYz');
  writeFileSync(join(temporary, 'emcee-transcript-file00'), 'a file');
  writeFileSync(join(elsewhere, 'kept.txt'), 'kept');
  symlinkSync(elsewhere, join(temporary, 'emcee-transcript-link00'));
  sweep();
  const kept = [
    'emcee-picture-bbbbbb',
    'emcee-test-aB3xYz',
    'emcee-transcript-file00',
    'emcee-transcript-link00',
    'emcee-transcript-mine',
    'not-emcee-transcript-aB3xYz',
  ];
  await expect
    .poll(async () => {
      await clock.advance(100);
      return readdirSync(temporary).toSorted();
    })
    .toEqual(kept);
  expect(readdirSync(elsewhere)).toEqual(['kept.txt']);
});
