import { test as base, expect } from 'vitest';
import { z } from 'zod';
import { temporaryFolder } from '../../../sandbox/test/support/temporary-folder.ts';
import type { Migration } from '../../../src/storage/migration.ts';
import { nobodys } from '../../../src/storage/record-index.ts';
import { StoreError } from '../../../src/storage/store-error.ts';
import { collected } from '../../support/collected.ts';
import { openedStore } from '../../support/opened-store.ts';

const test = base.extend('dataDir', () => temporaryFolder());

const named = z.object({ name: z.string() });
const titled = z.object({ title: z.string() });

const renamed: Migration = {
  version: 2,
  name: 'names are titles',
  run: (records) => {
    for (const [id, value] of records.entries('people')) {
      records.put('people', id, { title: named.parse(value).name });
    }
  },
};
const shouted: Migration = {
  version: 3,
  name: 'titles are loud, and b goes',
  run: (records) => {
    for (const [id, value] of records.entries('people')) {
      records.put('people', id, { title: titled.parse(value).title.toUpperCase() });
    }
    records.remove('people', 'b');
  },
};

const open = (dataDir: string, migrations: readonly Migration[]) => openedStore(dataDir, { migrations });

async function writeVersionOne(dataDir: string): Promise<void> {
  const store = open(dataDir, []);
  expect(store.schemaVersion).toBe(1);
  await store.collection('people', named, nobodys).setMany([
    ['a:1', { name: 'owner' }],
    ['b', { name: 'member' }],
  ]);
  await store.close();
}

test('an old store is brought to today, one step after another', async ({ dataDir }) => {
  await writeVersionOne(dataDir);
  const store = open(dataDir, [renamed, shouted]);
  expect(store.schemaVersion).toBe(3);
  expect(await collected(store.collection('people', titled, nobodys).entries())).toEqual([
    ['a:1', { title: 'OWNER' }],
  ]);
});

test('a step is taken once', async ({ dataDir }) => {
  await writeVersionOne(dataDir);
  await open(dataDir, [renamed]).close();
  const store = open(dataDir, [renamed]);
  expect(await store.collection('people', titled, nobodys).get('b')).toEqual({ title: 'member' });
});

test('a new store needs no step', () => {
  const never: Migration = {
    version: 2,
    name: 'never',
    run: () => {
      throw new Error('it was run');
    },
  };
  expect(open(temporaryFolder(), [never]).schemaVersion).toBe(2);
});

test('a step that fails changes nothing, and says which one it was', async ({ dataDir }) => {
  await writeVersionOne(dataDir);
  const failing: Migration = {
    version: 3,
    name: 'the failing one',
    run: () => {
      throw new Error('no');
    },
  };
  const opening = () => open(dataDir, [renamed, failing]);
  expect(opening).toThrow(StoreError);
  expect(opening).toThrow(/version 3 \(the failing one\)\. Nothing in it was changed\./);
  expect(await open(dataDir, []).collection('people', named, nobodys).get('b')).toEqual({ name: 'member' });
});

test('steps that are out of order are a mistake of the program', () => {
  expect(() => open(temporaryFolder(), [shouted])).toThrow(/out of order|could not/);
});
