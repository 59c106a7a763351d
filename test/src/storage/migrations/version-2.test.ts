import { copyFileSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { temporaryFolder } from '../../../../sandbox/test/support/temporary-folder.ts';
import { settingsRecordSchema } from '../../../../src/community/server-settings.ts';
import { holdMoney } from '../../../../src/community/spending-lease.ts';
import { ofGuild } from '../../../../src/storage/record-index.ts';
import { collected } from '../../../support/collected.ts';
import { memorySettings } from '../../../support/fake-settings.ts';
import { openedStore } from '../../../support/opened-store.ts';

/** Written by the program of schema version 2: something of every collection. */
const fixture = fileURLToPath(new URL('version-2.sqlite', import.meta.url));
const [here, there] = ['3000000000000000001', '3000000000000000002'];
const [ada, ben] = ['2000000000000000001', '2000000000000000002'];
const period = '2026-01-15';

function updated() {
  const dataDir = temporaryFolder();
  copyFileSync(fixture, join(dataDir, 'emcee.sqlite'));
  return openedStore(dataDir);
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
  const { money, leaseOf } = await holdMoney(atomic);
  const left = await collected(money.leftOpen('video-seconds', leaseOf('any')));
  expect(left.map(({ id }) => id.slice(-1))).toEqual(['1', '3', '5', '9']);
  for (const key of left) await money.settle(key, 0, 'keep');
  const video = { unit: 'video-seconds', period };
  const accounts = [video, { ...video, guildId: here }, { ...video, guildId: there }];
  expect(await money.balances(accounts)).toEqual([5, 5, 0]);
});

/** How often each server and person is found, by collection: counted by hand from what the fixture holds. */
const found = {
  [here]: {
    consents: 2,
    guilds: 1,
    'interpreter-people': 1,
    'interpreter-running': 1,
    'knowledge-gaps': 1,
    'knowledge-pages': 2,
    'knowledge-watches': 1,
    'server-settings': 1,
    'speech-panels': 1,
    'speech-unfinished': 1,
    'video-drafts': 1,
    'video-jobs': 3,
    'voice-statuses': 1,
  },
  [there]: { 'conversation-running': 1, guilds: 1, 'server-settings': 1, 'video-jobs': 2 },
  [ada]: {
    consents: 1,
    'interpreter-people': 1,
    'knowledge-pages': 1,
    'speech-people': 1,
    'video-drafts': 1,
    'video-jobs': 3,
    'video-presets': 1,
  },
  [ben]: { consents: 1, 'knowledge-watches': 1, 'speech-people': 1, 'speech-unfinished': 1, 'video-jobs': 1 },
};

test.each(Object.entries(found))('everything of %s is found by whose it is', async (id, counts) => {
  const store = updated();
  const records = await collected(store.recordsOf(id.startsWith('3') ? { guildId: id } : { userId: id }));
  const seen: Record<string, number> = {};
  for (const { collection } of records) seen[collection] = (seen[collection] ?? 0) + 1;
  expect(seen).toEqual(counts);
});

test('no record is lost or changed, and what is under way is found without the rest', async () => {
  const before = new DatabaseSync(fixture, { readOnly: true });
  const rows = before.prepare('SELECT key, value FROM records ORDER BY key').all();
  before.close();
  const { atomic } = updated();
  const after = new Map(await collected(atomic.records.list({})));
  const storedValue = (text: unknown) => (JSON.parse(String(text)) as { value: unknown }).value;
  for (const { key, value } of rows) {
    if (/^(video-seconds|speech-characters|live-seconds|.*-guilds|interpreter-glossaries):/.test(String(key)))
      continue;
    expect(storedValue(after.get(String(key))), String(key)).toEqual(storedValue(value));
  }
  const open = await collected(atomic.records.list({ collection: 'video-jobs', open: true }));
  expect(open.map(([key]) => key.slice(-1))).toEqual(['1', '3', '4', '5']);
  expect(await collected(atomic.records.list({ collection: 'video-jobs', alias: 'task-2' }))).toHaveLength(1);
});

test('what servers decided before the update is one record each, with a page for each feature', async () => {
  const store = updated();
  const settings = memorySettings(store.collection('server-settings', settingsRecordSchema, ofGuild));
  const speech = await settings.page('speech').of(here);
  expect(speech).toMatchObject({ voice: { rate: 1.1 }, pronunciations: [{ word: 'GG', as: 'good game' }] });
  expect(Object.keys(speech.channels)).toEqual(['4000000000000000001']);
  expect(await settings.page('conversation').of(here)).toMatchObject({ tools: { picture: false } });
  expect(await settings.page('knowledge').of(here)).toEqual({
    grants: { handbook: [{ channelId: '4000000000000000001' }] },
    mentions: false,
  });
  expect(await settings.page('interpreter').of(there)).toMatchObject({
    terms: [{ term: 'Kite', heard: [] }],
  });
  expect(await settings.page('knowledge').of(there)).toEqual({ grants: {}, mentions: true });
});
