import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { z } from 'zod';
import type { Atomic } from '../../src/storage/atomic/atomic.ts';
import { nobodyElse } from '../../src/storage/elsewhere.ts';
import { nobodys } from '../../src/storage/record-index.ts';
import { type Store, storeOn } from '../../src/storage/store.ts';
import { collected } from './collected.ts';
import { recordingLog } from './fake-log.ts';
import { rejection } from './rejection.ts';

/** An engine with two ways into the same data, as two processes have them. */
interface OpenEngines {
  readonly one: Atomic & { close(): Promise<void> | void };
  readonly other: Atomic;
}

const counter = z.object({ count: z.number() });

/** What collections must do, whatever engine they stand on. */
export function holdsCollections(
  engine: string,
  openEngines: () => Promise<OpenEngines> | OpenEngines,
): void {
  async function open() {
    const { log, lines, text } = recordingLog();
    const engines = await openEngines();
    const on = (atomic: Atomic): Store =>
      storeOn(
        {
          ...{
            atomic,
            schemaVersion: 1,
            elsewhere: nobodyElse,
            hadRecords: false,
            copies: () => [],
            checkpoint: () => undefined,
            inSmallSteps: (work) => work(),
            moveLog: async () => undefined,
            eraseTraces: async () => false,
          },
          close: async () => await engines.one.close(),
        },
        { log, now: () => 1_234 },
      );
    const [store, otherStore] = [on(engines.one), on(engines.other)];
    const { records } = engines.other;
    return {
      ...{ store, lines, text },
      counters: store.collection('counters', counter, nobodys),
      others: otherStore.collection('counters', counter, nobodys),
      /** Puts raw text under a key, as a bug, an older version or a broken disk would. */
      spoil: async (spoilt: Record<string, string>) => await records.put(Object.entries(spoilt)),
      setAside: async (): Promise<Record<string, unknown>> => {
        const rows = await collected(records.list({ collection: 'set-aside' }));
        return Object.fromEntries(rows.map(([key, stored]) => [key, JSON.parse(stored).value]));
      },
    };
  }

  const it = test.extend('store', () => open());

  describe(`${engine}: a collection`, () => {
    it('a record is read, replaced and deleted by its id', async ({ store: { counters } }) => {
      expect(await counters.get('a')).toBeUndefined();
      await counters.set('a', { count: 1 });
      await counters.set('a', { count: 2 });
      expect(await counters.get('a')).toEqual({ count: 2 });
      expect(await counters.delete('a')).toBe(true);
      expect(await counters.delete('a')).toBe(false);
      expect(await counters.get('a')).toBeUndefined();
    });

    it('of many who add the same record at once exactly one succeeds, and its value is the one kept', async () => {
      const { counters } = await open();
      const results = await Promise.all(
        Array.from({ length: 50 }, (_, count) => counters.add('a', { count })),
      );
      expect(results.filter(Boolean)).toHaveLength(1);
      expect(await counters.get('a')).toEqual({ count: results.indexOf(true) });
    });

    it('a record can be added again after it was deleted', async ({ store: { counters } }) => {
      await counters.add('a', { count: 1 });
      await counters.delete('a');
      expect(await counters.add('a', { count: 2 })).toBe(true);
    });

    it('writes of one record take effect in the order they were made', async ({ store: { counters } }) => {
      await Promise.all(Array.from({ length: 100 }, (_, count) => counters.set('a', { count })));
      expect(await counters.get('a')).toEqual({ count: 99 });
    });

    it('a record that is written properly while a list finds it broken is in that list', async () => {
      const { counters, spoil, lines } = await open();
      await counters.set('a', { count: 1 });
      await spoil({ 'counters:b': '{"value":{"count":"many"}}' });
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

    it('any id and any text come back as they were written', async ({ store: { store } }) => {
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

    it('records of several pages are listed in key order, each once', async ({ store: { counters } }) => {
      const ids = Array.from({ length: 1_200 }, (_, count) => String(count).padStart(5, '0'));
      await counters.setMany(ids.map((id, count) => [id, { count }]));
      const seen: string[] = [];
      for await (const [id] of counters.entries()) seen.push(id);
      expect(seen).toEqual(ids);
    });

    it.each([
      [
        'JSON of another shape',
        JSON.stringify({ value: { count: 'secret words' } }),
        { count: 'secret words' },
      ],
      ['no JSON', '{"value": secret words', '{"value": secret words'],
      ['JSON without a value', '["secret words"]', '["secret words"]'],
    ])(
      'a record that is %s is set aside, logged by its key, and reads as absent',
      async (_, stored, kept) => {
        const { counters, lines, text, spoil, setAside } = await open();
        await spoil({ 'counters:bad': stored });
        expect(await counters.get('bad')).toBeUndefined();
        expect(await setAside()).toEqual({ 'set-aside:counters/bad': { setAsideAt: 1_234, stored: kept } });
        expect(lines).toEqual([expect.objectContaining({ collection: 'counters', id: 'bad' })]);
        expect(text()).not.toContain('secret words');
        expect(await counters.get('bad')).toBeUndefined();
        expect(lines).toHaveLength(1);
      },
    );

    it('a spoiled record does not keep the others from being listed', async () => {
      const { counters, spoil, setAside } = await open();
      await counters.set('a', { count: 1 });
      await counters.set('c', { count: 3 });
      await spoil({ 'counters:b': 'rubbish' });
      expect((await collected(counters.entries())).map(([id]) => id)).toEqual(['a', 'c']);
      expect(Object.keys(await setAside())).toEqual(['set-aside:counters/b']);
    });

    it('in the place of a spoiled record another can be added', async ({ store: { counters, spoil } }) => {
      await spoil({ 'counters:a': 'rubbish' });
      expect(await counters.add('a', { count: 1 })).toBe(true);
      expect(await counters.get('a')).toEqual({ count: 1 });
    });

    it('a value that could not be read back is refused when it is written', async () => {
      const { counters } = await open();
      const error = await rejection(counters.set('a', { count: Number.NaN }), Error);
      expect(error.message).toContain('could not be read back');
      expect(await counters.get('a')).toBeUndefined();
    });

    it('a write that the disk refuses is an error of the one who wrote it', async () => {
      const { counters, store } = await open();
      await store.close();
      await rejection(counters.set('a', { count: 1 }), Error);
    });

    it.each(['set', 'add', 'setMany'] as const)(
      '%s refuses what could not be read back, and writes nothing',
      async (write) => {
        const { counters, setAside } = await open();
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
        expect(await setAside()).toEqual({});
        expect(await counters.add('b', { count: 2 })).toBe(true);
      },
    );

    it('a change of a record that is not there, or was damaged, begins with nothing', async () => {
      const { counters, spoil } = await open();
      await spoil({ 'counters:b': '{"value":' });
      for (const id of ['a', 'b'])
        expect(await counters.change(id, (before) => ({ count: (before?.count ?? 0) + 1 }))).toEqual({
          count: 1,
        });
      await expect(counters.change('a', () => ({ count: Number.NaN }))).rejects.toThrow(
        'could not be read back',
      );
      expect(await counters.get('a')).toEqual({ count: 1 });
    });

    it('a change is made to what another process wrote in between, and none is lost', async () => {
      const { counters, others } = await open();
      const increase = (before: { count: number } | undefined) => ({ count: (before?.count ?? 0) + 1 });
      for (let round = 0; round < 20; round += 1)
        await Promise.all([counters.change('a', increase), others.change('a', increase)]);
      expect(await counters.get('a')).toEqual({ count: 40 });
    });

    it('of two processes that add the same record, exactly one succeeds', async () => {
      const { counters, others } = await open();
      for (let round = 0; round < 20; round += 1) {
        const added = await Promise.all([
          counters.add(`${round}`, { count: 1 }),
          others.add(`${round}`, { count: 2 }),
        ]);
        expect(added.toSorted()).toEqual([false, true]);
      }
    });
  });
}
