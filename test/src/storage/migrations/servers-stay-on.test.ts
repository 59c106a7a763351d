import { expect, test } from 'vitest';
import { z } from 'zod';
import { temporaryFolder } from '../../../../sandbox/test/support/temporary-folder.ts';
import { settingsIndex, settingsRecordSchema } from '../../../../src/community/server-settings.ts';
import { migrations } from '../../../../src/storage/migrations.ts';
import { asWritten, ofGuild } from '../../../../src/storage/record-index.ts';
import { openedStore } from '../../../support/opened-store.ts';

test('servers that the bot knows keep what they had on, and those that decided something keep that', async () => {
  const dataDir = temporaryFolder();
  const old = openedStore(dataDir, { migrations: migrations.slice(0, 6) });
  await old.collection('guilds', z.unknown(), ofGuild).setMany([
    ['known', { since: 1 }],
    // Says that there are any; it's no server.
    ['kept', { since: 1 }],
  ]);
  await old
    .collection('consents', z.object({ guildId: z.string(), userId: z.string() }), asWritten)
    .set('a', { guildId: 'used', userId: 'ada' });
  await old
    .collection('server-settings', z.unknown(), ofGuild)
    .set('decided', { access: { video: { on: false } } });
  await old.close();
  const store = openedStore(dataDir);
  const settings = store.collection('server-settings', settingsRecordSchema, settingsIndex);
  for (const guildId of ['known', 'used'])
    expect((await settings.get(guildId))?.access.video.on, guildId).toBe(true);
  const { access } = (await settings.get('decided')) ?? {};
  expect([access?.video.on, access?.speech.on]).toEqual([false, true]);
  for (const guildId of ['new', 'kept']) expect(await settings.get(guildId), guildId).toBeUndefined();
});
