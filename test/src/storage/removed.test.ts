import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { z } from 'zod';
import { temporaryFolder } from '../../../sandbox/test/support/temporary-folder.ts';
import { nobodys } from '../../../src/storage/record-index.ts';
import { openStore } from '../../../src/storage/store.ts';
import { collected } from '../../support/collected.ts';
import { silentLog } from '../../support/fake-log.ts';

const note = z.object({ text: z.string() });

test('what was removed is in none of the files any more once the store is closed', async () => {
  const dataDir = temporaryFolder();
  const store = openStore({ dataDir, log: silentLog });
  const notes = store.collection('notes', note, nobodys);
  for (let index = 0; index < 200; index += 1)
    await notes.set(`n${index}`, { text: `secret-${index} `.repeat(40) });
  for (let index = 0; index < 199; index += 1) await notes.delete(`n${index}`);
  await store.close();
  const files = readdirSync(dataDir).map((name) => readFileSync(join(dataDir, name), 'latin1'));
  expect(new Set(files.join().match(/secret-\d+/g))).toEqual(new Set(['secret-199']));
});

test('what could not be read can be looked at, and cleared', async () => {
  const dataDir = temporaryFolder();
  const store = openStore({ dataDir, log: silentLog, now: () => 7 });
  await store
    .collection('notes', z.object({ words: z.string() }), nobodys)
    .set('a', { words: 'of another version' });
  expect(await store.collection('notes', note, nobodys).get('a')).toBeUndefined();
  expect(await collected(store.setAside.entries())).toEqual([
    ['notes/a', { setAsideAt: 7, stored: { words: 'of another version' } }],
  ]);
  await store.setAside.delete('notes/a');
  expect(await collected(store.setAside.entries())).toEqual([]);
  await store.close();
});
