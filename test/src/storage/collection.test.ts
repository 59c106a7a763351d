import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import fc from 'fast-check';
import { expect, onTestFinished, test } from 'vitest';
import { z } from 'zod';
import { temporaryFolder } from '../../../sandbox/test/support/temporary-folder.ts';
import { nobodys } from '../../../src/storage/record-index.ts';
import { openStore } from '../../../src/storage/store.ts';
import { collected } from '../../support/collected.ts';
import { recordingLog } from '../../support/fake-log.ts';
import { rejection } from '../../support/rejection.ts';

const counter = z.object({ count: z.number() });

function open(dataDir = temporaryFolder()) {
  const { log, lines, text } = recordingLog();
  const store = openStore({ dataDir, log, lockTimeoutMs: 0, now: () => 1_234 });
  onTestFinished(async () => await store.close());
  return { store, counters: store.collection('counters', counter, nobodys), lines, text, dataDir };
}

/** Puts raw text under a key, as a bug, an older version or a broken disk would. */
async function spoil(dataDir: string, records: Record<string, string>): Promise<void> {
  const database = new DatabaseSync(join(dataDir, 'emcee.sqlite'));
  for (const [key, value] of Object.entries(records)) {
    database.prepare('INSERT OR REPLACE INTO records (key, value) VALUES (?, ?)').run(key, value);
  }
  database.close();
}

function setAside(dataDir: string): Record<string, unknown> {
  const database = new DatabaseSync(join(dataDir, 'emcee.sqlite'), { readOnly: true });
  const rows = database.prepare("SELECT key, value FROM records WHERE key LIKE 'set-aside:%'").all();
  database.close();
  return Object.fromEntries(rows.map((row) => [String(row.key), JSON.parse(String(row.value)).value]));
}

test('a record is read, replaced and deleted by its id', async () => {
  const { counters } = open();
  expect(await counters.get('a')).toBeUndefined();
  await counters.set('a', { count: 1 });
  await counters.set('a', { count: 2 });
  expect(await counters.get('a')).toEqual({ count: 2 });
  expect(await counters.delete('a')).toBe(true);
  expect(await counters.delete('a')).toBe(false);
  expect(await counters.get('a')).toBeUndefined();
});

test('of many who add the same record at once exactly one succeeds, and its value is the one kept', async () => {
  const { counters } = open();
  const results = await Promise.all(Array.from({ length: 50 }, (_, count) => counters.add('a', { count })));
  expect(results.filter(Boolean)).toHaveLength(1);
  expect(await counters.get('a')).toEqual({ count: results.indexOf(true) });
});

test('a record can be added again after it was deleted', async () => {
  const { counters } = open();
  await counters.add('a', { count: 1 });
  await counters.delete('a');
  expect(await counters.add('a', { count: 2 })).toBe(true);
});

test('writes of one record take effect in the order they were made', async () => {
  const { counters } = open();
  await Promise.all(Array.from({ length: 100 }, (_, count) => counters.set('a', { count })));
  expect(await counters.get('a')).toEqual({ count: 99 });
});

test('a record that is written properly while a list finds it broken is in that list', async () => {
  const { counters, dataDir, lines } = open();
  await counters.set('a', { count: 1 });
  await spoil(dataDir, { 'counters:b': '{"value":{"count":"many"}}' });
  const listed = new Map<string, number>();
  for await (const [id, { count }] of counters.entries()) {
    if (id === 'a') await counters.set('b', { count: 2 });
    listed.set(id, count);
  }
  expect([...listed]).toEqual([
    ['a', 1],
    ['b', 2],
  ]);
  expect(lines).toEqual([]);
});

test('any id and any text come back as they were written', async () => {
  const { store } = open();
  const texts = store.collection('texts', z.object({ text: z.string() }), nobodys);
  await fc.assert(
    fc.asyncProperty(
      fc.string({ unit: 'grapheme', minLength: 1 }).filter((id) => !id.includes('\0')),
      fc.string({ unit: 'grapheme' }),
      async (id, text) => {
        await texts.set(id, { text });
        expect(await texts.get(id)).toEqual({ text });
        expect(await texts.delete(id)).toBe(true);
      },
    ),
  );
  expect(await collected(texts.entries())).toEqual([]);
});

test('ten thousand records are listed in key order, each once', async () => {
  const { counters } = open();
  const ids = Array.from({ length: 10_000 }, (_, count) => String(count).padStart(5, '0'));
  await counters.setMany(ids.map((id, count) => [id, { count }]));
  const seen: string[] = [];
  for await (const [id] of counters.entries()) seen.push(id);
  expect(seen).toEqual(ids);
});

test.each([
  ['JSON of another shape', JSON.stringify({ value: { count: 'secret words' } }), { count: 'secret words' }],
  ['no JSON', '{"value": secret words', '{"value": secret words'],
  ['JSON without a value', '["secret words"]', '["secret words"]'],
])('a record that is %s is set aside, logged by its key, and reads as absent', async (_, stored, kept) => {
  const { counters, lines, text, dataDir } = open();
  await spoil(dataDir, { 'counters:bad': stored });
  expect(await counters.get('bad')).toBeUndefined();
  expect(setAside(dataDir)).toEqual({ 'set-aside:counters/bad': { setAsideAt: 1_234, stored: kept } });
  expect(lines).toEqual([expect.objectContaining({ collection: 'counters', id: 'bad' })]);
  expect(text()).not.toContain('secret words');
  expect(await counters.get('bad')).toBeUndefined();
  expect(lines).toHaveLength(1);
});

test('a spoiled record does not keep the others from being listed', async () => {
  const { counters, dataDir } = open();
  await counters.set('a', { count: 1 });
  await counters.set('c', { count: 3 });
  await spoil(dataDir, { 'counters:b': 'rubbish' });
  expect((await collected(counters.entries())).map(([id]) => id)).toEqual(['a', 'c']);
  expect(Object.keys(setAside(dataDir))).toEqual(['set-aside:counters/b']);
});

test('in the place of a spoiled record another can be added', async () => {
  const { counters, dataDir } = open();
  await spoil(dataDir, { 'counters:a': 'rubbish' });
  expect(await counters.add('a', { count: 1 })).toBe(true);
  expect(await counters.get('a')).toEqual({ count: 1 });
});

test('a value that could not be read back is refused when it is written', async () => {
  const { counters } = open();
  const error = await rejection(counters.set('a', { count: Number.NaN }), Error);
  expect(error.message).toContain('could not be read back');
  expect(await counters.get('a')).toBeUndefined();
});

test('a write that the disk refuses is an error of the one who wrote it', async () => {
  const { counters, store } = open();
  await store.close();
  await rejection(counters.set('a', { count: 1 }), Error);
});

test.each(['set', 'add', 'setMany'] as const)(
  '%s refuses what could not be read back, and writes nothing',
  async (write) => {
    const { counters, dataDir } = open();
    const bad = { count: Number.NaN };
    const written =
      write === 'setMany'
        ? counters.setMany([
            ['a', { count: 1 }],
            ['b', bad],
          ])
        : counters[write]('b', bad);
    await expect(written).rejects.toThrow('record b of counters could not be read back');
    expect(await collected(counters.entries())).toEqual([]);
    expect(setAside(dataDir)).toEqual({});
    expect(await counters.add('b', { count: 2 })).toBe(true);
  },
);

test('a change is made to what another process wrote in between, and none is lost', async () => {
  const { counters, dataDir } = open();
  await counters.set('a', { count: 1 });
  const rival = new DatabaseSync(join(dataDir, 'emcee.sqlite'));
  let tries = 0;
  const after = await counters.change('a', (before) => {
    tries += 1;
    if (tries === 1)
      rival.exec(
        `UPDATE records SET value = '{"value":{"count":10}}', stamp = stamp + 1 WHERE key = 'counters:a'`,
      );
    return { count: (before?.count ?? 0) + 1 };
  });
  rival.close();
  expect([tries, after, await counters.get('a')]).toEqual([2, { count: 11 }, { count: 11 }]);
});

test('a change of a record that is not there, or was damaged, begins with nothing', async () => {
  const { counters, dataDir } = open();
  await spoil(dataDir, { 'counters:b': '{"value":' });
  for (const id of ['a', 'b'])
    expect(await counters.change(id, (before) => ({ count: (before?.count ?? 0) + 1 }))).toEqual({
      count: 1,
    });
  await expect(counters.change('a', () => ({ count: Number.NaN }))).rejects.toThrow('could not be read back');
  expect(await counters.get('a')).toEqual({ count: 1 });
});
