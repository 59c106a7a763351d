import { readdirSync, utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { z } from 'zod';
import { loadConfig } from '../../../src/config/config.ts';
import { openStore } from '../../../src/storage/store.ts';
import { leftoverSweeps } from '../../../src/wiring/leftovers.ts';
import { collected } from '../../support/collected.ts';
import { FakeClock } from '../../support/fake-clock.ts';
import { silentLog } from '../../support/fake-log.ts';
import { temporaryFolder } from '../../support/temporary-folder.ts';

const dayMs = 24 * 60 * 60_000;

test('unreadable records and copies of the store go after KEEP_DAYS', async () => {
  const clock = new FakeClock();
  const dataDir = temporaryFolder();
  const store = openStore({ dataDir, log: silentLog, now: () => clock.now() });
  await store.collection('notes', z.object({ words: z.string() })).set('a', { words: 'of another version' });
  await store.collection('notes', z.object({ text: z.string() })).get('a');
  const copy = join(dataDir, 'emcee.sqlite.before-2');
  writeFileSync(copy, 'a copy');
  utimesSync(copy, clock.now() / 1_000, clock.now() / 1_000);
  const config = loadConfig({
    DISCORD_TOKEN: 'a.b.c',
    SERVICE_API_KEY: 'key',
    SERVICE_BASE_URL: 'https://service.example',
    KEEP_DAYS: '5',
  });
  const sweeps = leftoverSweeps({ config, clock, log: silentLog, store });
  onTestFinished(async () => {
    await sweeps.close();
    await store.close();
  });
  sweeps.open();
  await clock.advance(4 * dayMs);
  expect(readdirSync(dataDir)).toContain('emcee.sqlite.before-2');
  expect(await collected(store.setAside.entries())).toHaveLength(1);
  await clock.advance(2 * dayMs);
  expect(readdirSync(dataDir)).not.toContain('emcee.sqlite.before-2');
  expect(await collected(store.setAside.entries())).toEqual([]);
});
