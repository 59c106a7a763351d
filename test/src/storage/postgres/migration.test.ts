import { test as base, expect } from 'vitest';
import { z } from 'zod';
import type { Migration } from '../../../../src/storage/migration.ts';
import { migrations } from '../../../../src/storage/migrations.ts';
import { layouts } from '../../../../src/storage/postgres/layout.ts';
import { migratePostgres } from '../../../../src/storage/postgres/migration.ts';
import { postgresSettings } from '../../../../src/storage/postgres/settings.ts';
import { ofGuild } from '../../../../src/storage/record-index.ts';
import { collected } from '../../../support/collected.ts';
import { emptyPostgres, openedPostgres, runSql } from '../../../support/postgres.ts';

const test = base.extend('url', () => emptyPostgres());

const latest = migrations.length + 1;

test('several processes that start at once lay the database out together, once', async ({ url }) => {
  const settings = postgresSettings(url);
  const started = Array.from({ length: 6 }, async () => await migratePostgres(settings, migrations));
  expect(new Set(await Promise.all(started))).toEqual(new Set([latest]));
  expect(await runSql(url, 'SELECT * FROM versions ORDER BY name')).toEqual([
    { name: 'layout', version: layouts.length },
    { name: 'records', version: latest },
  ]);
});

test('an update runs what is new since, on whole collections, exactly once', async ({ url }) => {
  const before = await openedPostgres(url);
  const rooms = before.collection('rooms', z.object({ size: z.number() }), ofGuild);
  await rooms.setMany([
    ['1', { size: 1 }],
    ['2:b', { size: 2 }],
  ]);
  await before.close();
  let runs = 0;
  const doubled: Migration = {
    version: latest + 1,
    name: 'twice the size',
    run: (records) => {
      for (const [id, value] of records.entries('rooms')) {
        const { size } = value as { size: number };
        if (size === 1) records.remove('rooms', id);
        else records.put('rooms', id, { size: size * 2 }, ofGuild('guild'));
      }
      runs += 1;
    },
  };
  for (let start = 0; start < 2; start += 1) {
    const store = await openedPostgres(url, { migrations: [...migrations, doubled] });
    expect(store).toMatchObject({ schemaVersion: latest + 1, hadRecords: true });
    const after = store.collection('rooms', z.object({ size: z.number() }), ofGuild);
    expect(await collected(after.select({ guildId: 'guild' }))).toEqual([['2:b', { size: 4 }]]);
    expect(await collected(after.entries())).toHaveLength(1);
    await store.close();
  }
  expect(runs).toBe(1);
  await expect(openedPostgres(url)).rejects.toMatchObject({ trouble: 'newer' });
});

test('an update that fails changes nothing, and says which step it was', async ({ url }) => {
  await (await openedPostgres(url)).close();
  const failing: Migration = {
    version: latest + 1,
    name: 'impossible',
    run: (records) => {
      records.put('rooms', '1', {});
      throw new Error('no');
    },
  };
  const update = openedPostgres(url, { migrations: [...migrations, failing] });
  await expect(update).rejects.toMatchObject({
    trouble: 'not-migrated',
    message: expect.stringContaining(`schema version ${latest + 1} (impossible). Nothing in it was changed.`),
  });
  const store = await openedPostgres(url);
  expect(store).toMatchObject({ schemaVersion: latest, hadRecords: false });
});
