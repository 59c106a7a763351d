import { expect, test } from 'vitest';
import { z } from 'zod';
import { temporaryFolder } from '../../../../sandbox/test/support/temporary-folder.ts';
import { Spending } from '../../../../src/community/spending.ts';
import { holdMoney } from '../../../../src/community/spending-lease.ts';
import { RepeatedWrites } from '../../../../src/operations/repeated-writes.ts';
import { nobodys } from '../../../../src/storage/record-index.ts';
import { FakeClock } from '../../../support/fake-clock.ts';
import { silentLog } from '../../../support/fake-log.ts';
import { openedStore } from '../../../support/opened-store.ts';

const at = Date.UTC(2026, 0, 15, 12);
const limits = { perPersonPerDay: 60, perGuildPerDay: 600, perBotPerDay: 3_600 };

/** As version 1 wrote it. */
const before = {
  'guild-a/2026-01-15': {
    entries: {
      'job-1': { userId: 'ada', amount: 5 },
      'job-2': { userId: 'ada', amount: 10 },
      'job-3': { userId: 'ben', amount: 0 },
    },
  },
  'guild-b/2026-01-15': {
    entries: { 'job-4': { userId: 'ada', amount: 7 } },
    finished: { ada: 20, cai: 3 },
  },
  'guild-a/2026-01-14': { entries: { 'job-0': { userId: 'ada', amount: 60 } } },
};

async function migrated(collection: 'video-seconds' | 'speech-characters', allowed = limits) {
  const dataDir = temporaryFolder();
  const old = openedStore(dataDir, { migrations: [] });
  await old.collection(collection, z.unknown(), nobodys).setMany(Object.entries(before));
  await old.close();
  const store = openedStore(dataDir);
  const unit = collection === 'video-seconds' ? collection : 'spoken-characters';
  const spent = await holdMoney(store.atomic);
  const clock = new FakeClock(at);
  const writes = new RepeatedWrites({ clock, log: silentLog });
  return new Spending({ unit, spent, clock, log: silentLog, writes, limits: allowed });
}

test.each(['video-seconds', 'speech-characters'] as const)(
  'what was spent of %s stays spent',
  async (name) => {
    const spending = await migrated(name);
    expect(await spending.left('guild-a', 'ada')).toMatchObject({ scope: 'person', left: 45 });
    expect(await spending.left('guild-b', 'ada')).toMatchObject({ scope: 'person', left: 33 });
    expect(await spending.left('guild-b', 'cai')).toMatchObject({ scope: 'person', left: 57 });
  },
);

test('sums are those of the guild and of the whole bot', async () => {
  const ofGuild = await migrated('video-seconds', { ...limits, perPersonPerDay: 0, perGuildPerDay: 20 });
  expect(await ofGuild.left('guild-a', 'dan')).toMatchObject({ scope: 'guild', left: 5 });
  const ofBot = await migrated('video-seconds', { ...limits, perBotPerDay: 46 });
  expect(await ofBot.left('guild-c', 'dan')).toMatchObject({ scope: 'bot', left: 1 });
});

test('a job that was open before the update gives back once', async () => {
  const spending = await migrated('video-seconds');
  const job = { guildId: 'guild-a', userId: 'ada', id: 'job-2', at };
  await spending.settle(job, 0);
  await spending.settle(job, 0);
  expect(await spending.left('guild-a', 'ada')).toMatchObject({ left: 55 });
});
