import { copyFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, onTestFinished, test } from 'vitest';
import { holdMoney } from '../../../../src/community/spending.ts';
import { openStore } from '../../../../src/storage/store.ts';
import { collected } from '../../../support/collected.ts';
import { silentLog } from '../../../support/fake-log.ts';
import { temporaryFolder } from '../../../support/temporary-folder.ts';

/** Written by the program of schema version 2: something of every collection. */
const fixture = fileURLToPath(new URL('version-2.sqlite', import.meta.url));
const [here, there] = ['3000000000000000001', '3000000000000000002'];
const [ada, ben] = ['2000000000000000001', '2000000000000000002'];
const period = '2026-01-15';

function updated() {
  const dataDir = temporaryFolder();
  copyFileSync(fixture, join(dataDir, 'emcee.sqlite'));
  const store = openStore({ dataDir, log: silentLog });
  onTestFinished(async () => await store.close());
  return store;
}

test('what was spent before the update stays spent, by person, server and bot', async () => {
  const { money } = updated().atomic;
  const video = { unit: 'video-seconds', period };
  const accounts = [video, { ...video, guildId: here }, { ...video, guildId: here, userId: ada }];
  expect(await money.balances(accounts)).toEqual([25, 15, 10]);
  const spoken = { unit: 'spoken-characters', period, guildId: here };
  expect(await money.balances([spoken, { ...spoken, userId: ben }])).toEqual([52, 12]);
  expect(await money.balances([{ unit: 'live-seconds', period, guildId: here, userId: ada }])).toEqual([60]);
});

test('what was open before the update is given back once, from the sums that it was on', async () => {
  const { atomic } = updated();
  const { money, lease } = await holdMoney(atomic);
  const left = await collected(money.leftOpen('video-seconds', lease));
  expect(left.map(({ id }) => id.slice(-1))).toEqual(['1', '3', '5', '9']);
  for (const key of left) await money.settle(key, 0, 'keep');
  const video = { unit: 'video-seconds', period };
  const accounts = [video, { ...video, guildId: here }, { ...video, guildId: there }];
  expect(await money.balances(accounts)).toEqual([5, 5, 0]);
});
