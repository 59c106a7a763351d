import { describe, expect, test } from 'vitest';
import { shardOf } from '../../src/operations/shards.ts';
import type {
  Account,
  Atomic,
  Lease,
  RecordQuery,
  ReservationAsk,
  Span,
} from '../../src/storage/atomic/atomic.ts';
import { StoreError } from '../../src/storage/store-error.ts';
import { collected } from './collected.ts';

/** An engine with two ways into the same data, as two processes have them. */
export interface OpenEngine {
  readonly one: Atomic;
  readonly other: Atomic;
  /** Moves the clock that leases go by; back, too. */
  readonly moveClock: (ms: number) => void | Promise<void>;
  /** From now on, the engine itself fails to write to one of its tables. */
  readonly refuseWrites: (table: 'records' | 'sums' | 'reservations') => void | Promise<void>;
}

const unit = 'video-seconds';
const keptUntil = 2_000;
const kept = { keptUntil, sumsKeptUntil: keptUntil };
const day: Account = { unit, period: '2026-01-15' };
const today: Span = { units: [unit], from: day.period, to: day.period };
const leaseMs = 60_000;

/** What every engine of `Atomic` must do. */
export function holdsAtomic(engine: string, open: () => OpenEngine | Promise<OpenEngine>): void {
  /** @param reserved so much for `job-1`, if any */
  async function spending(reserved = 0) {
    const { one, other, moveClock, refuseWrites } = await open();
    const lease = await acquired(one, 'a');
    const others = await acquired(other, 'b');
    const ask = (id: string, amount: number, changes: Partial<ReservationAsk> = {}): ReservationAsk => ({
      ...{ unit, id, guildId: 'guild', userId: 'ada', amount, lease, keptUntil, sumsKeptUntil: keptUntil },
      charged: [
        { ...day, guildId: 'guild', userId: changes.userId ?? 'ada' },
        { ...day, guildId: 'guild' },
        day,
      ],
      limits: [
        { over: { ...today, guildId: 'guild', userId: changes.userId ?? 'ada' }, most: 60 },
        { over: { ...today, guildId: 'guild' }, most: 100 },
      ],
      ...changes,
    });
    const sums = async () =>
      await other.money.balances([
        { ...day, guildId: 'guild', userId: 'ada' },
        { ...day, guildId: 'guild' },
        day,
      ]);
    if (reserved > 0) await one.money.reserve(ask('job-1', reserved));
    return { one, other, lease, others, ask, sums, moveClock, refuseWrites };
  }
  const it = test
    .extend('engine', () => open())
    .extend('money', () => spending())
    .extend('spent', () => spending(30));

  describe(`${engine}: a record`, () => {
    it('is inserted by exactly one of those who try at the same moment', async () => {
      const { one, other } = await open();
      const ids = Array.from({ length: 100 }, (_, index) => `things:${index}`);
      const tries = ids.flatMap((id) => [one.records.insert(id, 'a'), other.records.insert(id, 'b')]);
      expect((await Promise.all(tries)).filter((won) => won)).toHaveLength(100);
    });

    it('that is taken stays as it was', async ({ engine: { one, other } }) => {
      expect(await one.records.insert('things:1', 'first')).toBe(true);
      expect(await other.records.insert('things:1', 'second')).toBe(false);
      expect(await other.records.read('things:1')).toMatchObject({ text: 'first' });
    });

    it('is changed by one of those who read the same', async ({ engine: { one, other } }) => {
      await one.records.insert('things:1', '0');
      for (let round = 0; round < 20; round += 1) {
        const { text = '', stamp = -1 } = (await one.records.read('things:1')) ?? {};
        const next = String(Number(text) + 1);
        const tries = [one, other, one].map(({ records }) => records.compareAndSet('things:1', stamp, next));
        expect((await Promise.all(tries)).filter((won) => won)).toHaveLength(1);
      }
      expect(await other.records.read('things:1')).toMatchObject({ text: '20' });
    });

    it('that was deleted and written again is not the one that was read', async () => {
      const { one, other } = await open();
      await one.records.insert('things:1', 'same');
      const { stamp = -1 } = (await one.records.read('things:1')) ?? {};
      expect(await other.records.compareAndSet('things:1', stamp, undefined)).toBe(true);
      expect(await one.records.read('things:1')).toBeUndefined();
      await other.records.insert('things:1', 'same');
      expect(await one.records.compareAndSet('things:1', stamp, 'mine')).toBe(false);
      expect(await one.records.compareAndSet('things:1', stamp, undefined)).toBe(false);
    });
  });

  describe(`${engine}: a record that names somebody else`, () => {
    const naming = (...about: string[]) => JSON.stringify({ value: 1, person: 'ada', about });

    it('is found by them for as long as it does, however it is written', async () => {
      const { one, other } = await open();
      const found = async (about: string) =>
        (await collected(other.records.list({ about }))).map(([key]) => key);
      await one.records.insert('things:1', naming('ben', 'cleo'));
      await one.records.insert('things:2', naming('cleo'));
      expect([await found('ben'), await found('cleo')]).toEqual([['things:1'], ['things:1', 'things:2']]);
      const { stamp = -1 } = (await one.records.read('things:1')) ?? {};
      await one.records.compareAndSet('things:1', stamp, naming('ben'));
      expect([await found('ben'), await found('cleo')]).toEqual([['things:1'], ['things:2']]);
      expect(await one.records.remove(['things:1', 'things:2', 'things:3'])).toBe(2);
      expect([await found('ben'), await found('cleo')]).toEqual([[], []]);
    });
  });

  describe(`${engine}: a person's sums under another name`, () => {
    it('still count for them, settle as before, and no longer have their id', async () => {
      const { one, ask, sums } = await spending();
      await one.money.reserve(ask('a', 20));
      await one.money.reserve(ask('b', 10));
      await one.money.settle({ unit, id: 'a' }, 15, 'keep');
      expect(await one.money.renamePerson('ada', 'gone-1')).toBe(3);
      expect(await one.money.settle({ unit, id: 'b' }, 5, 'keep')).toEqual({ reserved: 10, counted: 5 });
      // Another process doesn't know who that is.
      expect(await sums()).toEqual([0, 20, 20]);
      expect(await one.money.reserve(ask('c', 41))).toMatchObject({ is: 'exceeded', spent: 20 });
      expect(await one.money.reserve(ask('c', 40))).toEqual({ is: 'reserved' });
      const theirs = await one.money.sumsOf({ userId: 'ada' });
      expect(theirs.map(({ userId, amount }) => [userId, amount])).toEqual([['gone-1', 60]]);
      expect(await one.money.renamePerson('ada', 'gone-2')).toBe(4);
      expect(await one.money.sumsOf({ userId: 'gone-1' })).toEqual([]);
    });
  });

  describe(`${engine}: a listing`, () => {
    /** 1,300 records in two collections of two servers and three people; a few are open, each has an alias. */
    async function filled() {
      const { one, other } = await open();
      const keys: string[] = [];
      const texts = Array.from({ length: 1_300 }, (_, index) => {
        const key = `${index % 2 === 0 ? 'jobs' : 'notes'}:${1_000 + index}`;
        keys.push(key);
        const whose = { guild: `guild-${index % 4 < 2 ? 1 : 2}`, person: `person-${index % 3}` };
        return [
          key,
          JSON.stringify({
            value: index,
            ...whose,
            ...(index % 100 === 0 ? { open: 1 } : {}),
            alias: `task-${index}`,
          }),
        ] as const;
      });
      await one.records.put(texts);
      const list = async (query: RecordQuery) =>
        (await collected(other.records.list(query))).map(([key]) => key);
      const keysWhere = (isIn: (index: number) => boolean) =>
        keys.filter((_, index) => isIn(index)).toSorted();
      return { one, list, keysWhere };
    }

    it('has every record of a collection in order, however many pages it takes, also backwards', async () => {
      const { list, keysWhere } = await filled();
      const all = keysWhere((index) => index % 2 === 0);
      expect(await list({ collection: 'jobs' })).toEqual(all);
      expect(await list({ collection: 'jobs', newestFirst: true })).toEqual(all.toReversed());
      expect(await list({ collection: 'jobs', keysOnly: true })).toEqual(all);
      expect(await list({ collection: 'job' })).toEqual([]);
    });

    it.each<[string, RecordQuery, (index: number) => boolean]>([
      ['of a server', { collection: 'jobs', guildId: 'guild-1' }, (index) => index % 4 === 0],
      ['of a person', { userId: 'person-1' }, (index) => index % 3 === 1],
      [
        'of a person in a server',
        { guildId: 'guild-2', userId: 'person-0' },
        (index) => index % 4 >= 2 && index % 3 === 0,
      ],
      ['that are open', { collection: 'jobs', open: true }, (index) => index % 100 === 0],
      ['by another name', { collection: 'jobs', alias: 'task-44' }, (index) => index === 44],
    ])('has those %s, and no others', async (_, query, isIn) => {
      const { list, keysWhere } = await filled();
      expect(await list(query)).toEqual(keysWhere(isIn));
    });

    it('has those of servers on some shards, and on shard 0 those without a server', async () => {
      const { one, other } = await open();
      const guilds = Array.from({ length: 60 }, (_, index) => String((7n + BigInt(index * index)) << 20n));
      await one.records.put([
        ...guilds.map((guild) => [`jobs:${guild}`, JSON.stringify({ value: 1, guild })] as const),
        ['jobs:nowhere', JSON.stringify({ value: 1 })],
      ]);
      const seen: string[] = [];
      for (const ids of [[0], [1, 4], [2, 3]]) {
        const found = await collected(other.records.list({ collection: 'jobs', shards: { ids, count: 5 } }));
        const there = found.map(([key]) => key.slice('jobs:'.length));
        const own = guilds.filter((guild) => ids.includes(shardOf(guild, 5)));
        expect(there).toEqual([...own, ...(ids.includes(0) ? ['nowhere'] : [])].toSorted());
        seen.push(...there);
      }
      expect(new Set(seen).size).toBe(61);
    });

    it('follows a record that is changed', async () => {
      const { one, list } = await filled();
      const { stamp = -1 } = (await one.records.read('jobs:1000')) ?? {};
      await one.records.compareAndSet('jobs:1000', stamp, JSON.stringify({ value: 0, guild: 'guild-3' }));
      expect(await list({ collection: 'jobs', open: true })).not.toContain('jobs:1000');
      expect(await list({ guildId: 'guild-3' })).toEqual(['jobs:1000']);
    });
  });

  describe(`${engine}: money`, () => {
    it('is let through exactly up to the limit, however many ask at once in two processes', async () => {
      const { one, other, lease, others } = await spending();
      const limits = [{ over: today, most: 100 }];
      const tries = Array.from({ length: 300 }, (_, index) => {
        const by = index % 2 === 0 ? { money: one.money, lease } : { money: other.money, lease: others };
        const whose = { unit, id: `job-${index}`, guildId: 'guild', userId: `${index}` };
        return by.money.reserve({ ...whose, amount: 1, charged: [day], limits, lease: by.lease, ...kept });
      });
      const outcomes = await Promise.all(tries);
      expect(outcomes.filter(({ is }) => is === 'reserved')).toHaveLength(100);
      expect(outcomes.filter(({ is }) => is === 'exceeded')).toHaveLength(200);
      expect(await one.money.balances([day])).toEqual([100]);
    });

    it('is counted on each sum or on none, and the sum in the way is named', async () => {
      const { one, ask, sums } = await spending(50);
      const tooMuch = ask('job-2', 11);
      expect(await one.money.reserve(tooMuch)).toEqual({
        is: 'exceeded',
        limit: tooMuch.limits[0],
        spent: 50,
      });
      const ofGuild = ask('job-3', 51, { userId: 'ben' });
      expect(await one.money.reserve(ofGuild)).toEqual({
        is: 'exceeded',
        limit: ofGuild.limits[1],
        spent: 50,
      });
      expect(await sums()).toEqual([50, 50, 50]);
      expect(await one.money.reserve(ask('job-4', 10))).toEqual({ is: 'reserved' });
      expect(await sums()).toEqual([60, 60, 60]);
    });

    it('is reserved once by one id, whoever asks, and also after it was settled', async () => {
      const { one, other, others, ask, sums } = await spending();
      const again = ask('job-1', 30, { lease: others });
      expect(await Promise.all([one.money.reserve(ask('job-1', 30)), other.money.reserve(again)])).toEqual(
        expect.arrayContaining([{ is: 'reserved' }, { is: 'known' }]),
      );
      await one.money.settle(again, 20, 'keep');
      expect(await other.money.reserve(again)).toEqual({ is: 'known' });
      expect(await sums()).toEqual([20, 20, 20]);
    });

    it('is settled once, by whichever of two is first', async ({ spent: { one, other, ask, sums } }) => {
      const settled = await Promise.all([
        one.money.settle(ask('job-1', 30), 5, 'keep'),
        other.money.settle(ask('job-1', 30), 5, 'keep'),
      ]);
      expect(settled.filter((each) => each)).toEqual([{ reserved: 30, counted: 5 }]);
      expect(await sums()).toEqual([5, 5, 5]);
      expect(await one.money.settle({ unit, id: 'never' }, 0, 'keep')).toBeUndefined();
    });

    it.each([31, -1, Number.NaN, Number.POSITIVE_INFINITY])(
      'stays as reserved where %d makes no sense',
      async (billed) => {
        const { one, ask, sums } = await spending(30);
        expect(await one.money.settle(ask('job-1', 30), billed, 'keep')).toEqual({
          reserved: 30,
          counted: 30,
        });
        expect(await sums()).toEqual([30, 30, 30]);
      },
    );

    it('is the same whether its reservation is kept or forgotten', async ({ spent: { one, ask, sums } }) => {
      await one.money.settle(ask('job-1', 30), 10, 'forget');
      await one.money.settle(ask('job-1', 30), 0, 'forget');
      expect(await sums()).toEqual([10, 10, 10]);
    });

    it('is limited over several days and units taken together', async ({ money: { one, ask } }) => {
      const small = 'small-video-seconds';
      const over = {
        units: [unit, small],
        from: '2026-01',
        to: '2026-01-99',
        guildId: 'guild',
        userId: 'ada',
      };
      const on = (period: string, of = unit) => ({
        charged: [{ unit: of, period, guildId: 'guild', userId: 'ada' }],
        limits: [{ over, most: 10 }],
      });
      await one.money.reserve(ask('december', 50, { ...on('2025-12-31'), limits: [] }));
      await one.money.reserve(ask('february', 50, { ...on('2026-02-01'), limits: [] }));
      expect(await one.money.reserve(ask('job-1', 6, on('2026-01-01')))).toEqual({ is: 'reserved' });
      expect(await one.money.reserve(ask('job-2', 3, on('2026-01-31', small)))).toEqual({ is: 'reserved' });
      expect(await one.money.reserve(ask('job-3', 2, on('2026-01-15')))).toMatchObject({
        is: 'exceeded',
        spent: 9,
      });
      expect(await one.money.reserve(ask('job-4', 1, on('2026-01-15')))).toEqual({ is: 'reserved' });
      expect(await one.money.balances([over])).toEqual([10]);
    });

    it('charged wrongly is taken off once by one id, from all its sums, and never below nothing', async () => {
      const { one, other, ask, sums } = await spending(30);
      const { charged } = ask('job-1', 0);
      const within = { ...today, guildId: 'guild', userId: 'ada' };
      const correction = { ...ask('back-1', 20), charged, within };
      const both = await Promise.all([one.money.correct(correction), other.money.correct(correction)]);
      expect(both.toSorted()).toEqual([0, 20]);
      expect(await sums()).toEqual([10, 10, 10]);
      expect(await one.money.correct({ ...correction, id: 'back-2' })).toBe(10);
      expect(await one.money.correct({ ...correction, id: 'back-3' })).toBe(0);
      expect(await sums()).toEqual([0, 0, 0]);
    });

    it('taken off and then given back as well leaves no more than the limit', async () => {
      const { one, ask, sums } = await spending(30);
      const within = { ...today, guildId: 'guild', userId: 'ada' };
      await one.money.correct({ ...ask('back-1', 30), within });
      await one.money.settle({ unit, id: 'job-1' }, 0, 'keep');
      expect(await sums()).toEqual([0, 0, 0]);
      expect(await one.money.reserve(ask('job-2', 61))).toMatchObject({ is: 'exceeded', spent: 0 });
      expect(await one.money.reserve(ask('job-2', 60))).toEqual({ is: 'reserved' });
    });

    it('taken off and given back on one day lends nothing to the other days of a month', async () => {
      const { one, ask } = await spending();
      const month = { units: [unit], from: '2026-01', to: '2026-01-99', guildId: 'guild', userId: 'ada' };
      const on = (period: string) => ({
        charged: [{ unit, period, guildId: 'guild', userId: 'ada' }],
        limits: [{ over: month, most: 40 }],
      });
      const first = ask('job-1', 30, on('2026-01-01'));
      await one.money.reserve(first);
      await one.money.correct({ ...first, id: 'back-1', within: month });
      await one.money.settle({ unit, id: 'job-1' }, 0, 'keep');
      expect(await one.money.reserve(ask('job-2', 30, on('2026-01-02')))).toEqual({ is: 'reserved' });
      expect(await one.money.reserve(ask('job-3', 11, on('2026-01-03')))).toMatchObject({
        is: 'exceeded',
        spent: 30,
      });
      expect(await one.money.balances([month])).toEqual([30]);
    });

    it('can be taken off sums of its own, so that another limit still counts all of it', async () => {
      const { one, ask, sums } = await spending(30);
      const back = 'video-seconds/back';
      const within = { ...today, units: [unit, back], guildId: 'guild', userId: 'ada' };
      const charged = [{ ...day, unit: back, guildId: 'guild', userId: 'ada' }];
      expect(await one.money.correct({ ...ask('back-1', 20), charged, within })).toBe(20);
      expect(await one.money.correct({ ...ask('back-2', 20), charged, within })).toBe(10);
      expect(await one.money.balances([within])).toEqual([0]);
      expect(await sums()).toEqual([30, 30, 30]);
    });

    it('is counted apart in each unit', async ({ money: { one, ask } }) => {
      const spoken = { unit: 'spoken-characters', period: day.period };
      await one.money.reserve(ask('job-1', 30));
      await one.money.reserve(ask('job-1', 7, { unit: spoken.unit, charged: [spoken], limits: [] }));
      expect(await one.money.balances([day, spoken])).toEqual([30, 7]);
    });

    it('left open is found by its owner started again, in order and whole, and by nobody else', async () => {
      const { one, other, lease, others, ask } = await spending();
      const ids = Array.from({ length: 1_200 }, (_, index) => `job-${1_000 + index}`);
      const free = { charged: [day], limits: [] };
      await Promise.all(ids.map((id) => one.money.reserve(ask(id, 1, free))));
      await other.money.reserve(ask('job-of-b', 1, { ...free, lease: others }));
      await one.money.settle({ unit, id: 'job-1000' }, 1, 'keep');
      expect(await collected(one.money.leftOpen(unit, lease))).toEqual([]);
      expect(await collected(other.money.leftOpen(unit, others))).toEqual([]);
      const again = await acquired(one, 'a');
      await one.money.reserve(ask('job-since', 1, { ...free, lease: again }));
      const left = await collected(other.money.leftOpen(unit, again));
      expect(left.map(({ id }) => id)).toEqual(ids.slice(1));
      expect(left[0]).toEqual({ unit, id: 'job-1001', guildId: 'guild', userId: 'ada', amount: 1 });
      expect(await collected(one.money.leftOpen('live-seconds', again))).toEqual([]);
    });

    it('is not spent by a process that was replaced, which can still settle what it has', async () => {
      const { one, ask, sums } = await spending(10);
      await acquired(one, 'a');
      expect(await one.money.reserve(ask('job-2', 10))).toEqual({ is: 'lease-lost' });
      await one.money.settle({ unit, id: 'job-1' }, 4, 'keep');
      expect(await sums()).toEqual([4, 4, 4]);
    });

    it('is listed by server and by person', async ({ spent: { one, ask } }) => {
      await one.money.reserve(ask('job-2', 5, { userId: 'ben' }));
      const inGuild = { ...day, guildId: 'guild' };
      expect(await one.money.sumsOf({ userId: 'ben' })).toEqual([{ ...inGuild, userId: 'ben', amount: 5 }]);
      expect(await one.money.sumsOf({ guildId: 'guild' })).toEqual([
        { ...inGuild, amount: 35 },
        { ...inGuild, userId: 'ada', amount: 30 },
        { ...inGuild, userId: 'ben', amount: 5 },
      ]);
      expect(await one.money.sumsOf({ guildId: 'elsewhere' })).toEqual([]);
    });

    it('is forgotten after its time, a few at a time', async ({ money: { one, ask, sums } }) => {
      for (let index = 0; index < 5; index += 1) await one.money.reserve(ask(`job-${index}`, 1));
      await one.money.reserve(ask('later', 1, { keptUntil: 3_000, sumsKeptUntil: 3_000 }));
      expect(await one.money.forgetBefore(keptUntil - 1, 100)).toBe(0);
      expect(await one.money.forgetBefore(keptUntil, 2)).toBe(2);
      while ((await one.money.forgetBefore(keptUntil, 2)) > 0);
      expect(await sums()).toEqual([6, 6, 6]);
      expect(await one.money.reserve(ask('later', 1))).toEqual({ is: 'known' });
      await one.money.forgetBefore(3_000, 100);
      expect(await sums()).toEqual([0, 0, 0]);
    });
  });

  describe(`${engine}: a record and its money`, () => {
    const key = 'jobs:1';
    const kept = async ({ records }: Atomic) => (await records.read(key))?.text;

    it('are written together, and found with what they are', async ({ money: { one, other, ask, sums } }) => {
      const text = JSON.stringify({ value: 1, guild: 'guild', person: 'ada', open: 1, about: ['ben'] });
      expect(await one.writeTogether({ key, text, reserve: ask('job-1', 20) })).toEqual({ is: 'written' });
      expect(await kept(other)).toBe(text);
      expect(await sums()).toEqual([20, 20, 20]);
      for (const query of [
        { guildId: 'guild' },
        { userId: 'ada' },
        { about: 'ben' },
        { open: true as const },
      ])
        expect(await collected(other.records.list(query))).toEqual([[key, text]]);
      const { stamp } = (await other.records.read(key)) ?? {};
      const settle = { unit, id: 'job-1', amount: 5 };
      expect(await other.writeTogether({ key, stamp, text: 'done', settle })).toEqual({ is: 'written' });
      expect(await kept(one)).toBe('done');
      expect(await sums()).toEqual([5, 5, 5]);
    });

    it('are neither of them there where the record is not what was read', async () => {
      const { one, other, ask, sums } = await spending();
      await other.records.insert(key, 'theirs');
      const { stamp = -1 } = (await one.records.read(key)) ?? {};
      expect(await one.writeTogether({ key, text: 'mine', reserve: ask('job-1', 20) })).toEqual({
        is: 'overtaken',
      });
      await other.records.compareAndSet(key, stamp, 'theirs again');
      for (const text of ['mine', undefined])
        expect(await one.writeTogether({ key, stamp, text, reserve: ask('job-1', 20) })).toEqual({
          is: 'overtaken',
        });
      expect(await kept(one)).toBe('theirs again');
      expect(await sums()).toEqual([0, 0, 0]);
      expect(await one.money.reserve(ask('job-1', 20))).toEqual({ is: 'reserved' });
    });

    it('are neither of them there where there is not enough left, the lease is lost, or the id was paid before', async () => {
      const { one, ask, sums } = await spending();
      await one.records.insert(key, 'before');
      const { stamp } = (await one.records.read(key)) ?? {};
      await one.money.reserve(ask('job-1', 50));
      const [tooMuch, known] = [ask('job-2', 11), ask('job-1', 1)];
      for (const [at, text] of [
        [{ key: 'jobs:2' }, 'new'],
        [{ key, stamp }, 'after'],
        [{ key, stamp }, undefined],
      ] as const) {
        expect(await one.writeTogether({ ...at, text, reserve: tooMuch })).toEqual({
          ...{ is: 'exceeded', limit: tooMuch.limits[0], spent: 50 },
        });
        expect(await one.writeTogether({ ...at, text, reserve: known })).toEqual({ is: 'known' });
      }
      await acquired(one, 'a');
      expect(await one.writeTogether({ key: 'jobs:2', text: 'new', reserve: ask('job-3', 1) })).toEqual({
        is: 'lease-lost',
      });
      expect(await collected(one.records.list({}))).toEqual([[key, 'before']]);
      expect(await sums()).toEqual([50, 50, 50]);
    });

    it('are there for the next owner of the lease to see, or never will be', async () => {
      const { one, other, ask } = await spending();
      for (let round = 0; round < 20; round += 1) {
        const lease = await acquired(one, 'a');
        const id = `job-${round}`;
        const free = { charged: [], limits: [], lease };
        const writing = one.writeTogether({ key: `jobs:${id}`, text: id, reserve: ask(id, 1, free) });
        const next = await acquired(other, 'a');
        const seen = await collected(other.money.leftOpen(unit, next));
        const isThere = (await other.records.read(`jobs:${id}`)) !== undefined;
        expect(seen.some((each) => each.id === id)).toBe(isThere);
        expect(await writing).toEqual({ is: isThere ? 'written' : 'lease-lost' });
      }
    });

    it('go together, too, once, and a record that was never written leaves its money as it is', async () => {
      const { one, other, ask, sums } = await spending();
      await one.writeTogether({ key, text: 'job', reserve: ask('job-1', 20) });
      const settle = { unit, id: 'job-1', amount: 0 };
      // Who believes that there's none is told otherwise, and then nothing is given back.
      expect(await other.writeTogether({ key, settle })).toEqual({ is: 'overtaken' });
      expect(await sums()).toEqual([20, 20, 20]);
      const { stamp } = (await other.records.read(key)) ?? {};
      const both = [one, other].map(async (each) => (await each.writeTogether({ key, stamp, settle })).is);
      expect((await Promise.all(both)).toSorted()).toEqual(['overtaken', 'written']);
      expect(await kept(one)).toBeUndefined();
      expect(await sums()).toEqual([0, 0, 0]);
      expect(await one.writeTogether({ key, settle })).toEqual({ is: 'written' });
      expect(await one.writeTogether({ key, text: 'job', reserve: ask('job-1', 20) })).toEqual({
        is: 'known',
      });
    });

    it.each(['records', 'sums', 'reservations'] as const)(
      'are neither of them there if the engine fails to write %s, and others are written nevertheless',
      async (table) => {
        const { one, other, ask, sums, refuseWrites } = await spending();
        await other.writeTogether({ key, text: 'before', reserve: ask('job-1', 20) });
        await refuseWrites(table);
        const writing = one.writeTogether({ key: 'jobs:2', text: 'new', reserve: ask('job-2', 20) });
        const beside = one.leases.acquire('beside', 'me', leaseMs);
        await expect(writing).rejects.toBeInstanceOf(StoreError);
        expect(await beside).toMatchObject({ name: 'beside' });
        const { stamp } = (await other.records.read(key)) ?? {};
        const settle = { unit, id: 'job-1', amount: 5 };
        await expect(one.writeTogether({ key, stamp, text: 'after', settle })).rejects.toBeInstanceOf(
          StoreError,
        );
        expect(await collected(other.records.list({}))).toEqual([[key, 'before']]);
        expect(await sums()).toEqual([20, 20, 20]);
      },
    );

    it('go by the name that a person has when they are written', async ({ money: { one, ask } }) => {
      const renamed = one.money.renamePerson('ada', 'gone-1');
      const written = one.writeTogether({ key, text: 'job', reserve: ask('job-1', 20) });
      expect([await renamed, await written]).toEqual([0, { is: 'written' }]);
      expect((await one.money.sumsOf({ userId: 'ada' })).map(({ userId }) => userId)).toEqual(['gone-1']);
    });
  });

  describe(`${engine}: a lease`, () => {
    it('has one owner, and the next one once it has expired, by the clock of the engine', async () => {
      const { one, other, moveClock } = await open();
      const both = await Promise.all([
        one.leases.acquire('shard', 'a', leaseMs),
        other.leases.acquire('shard', 'b', leaseMs),
      ]);
      expect(both.filter((lease) => lease)).toHaveLength(1);
      const [next, owner] = both[0] ? ([other, 'b'] as const) : ([one, 'a'] as const);
      await moveClock(leaseMs - 1);
      expect(await next.leases.acquire('shard', owner, leaseMs)).toBeUndefined();
      await moveClock(1);
      expect(await next.leases.acquire('shard', owner, leaseMs)).toMatchObject({ owner, fence: 2 });
    });

    it('lasts as long as it is renewed, and one that was replaced stays lost', async () => {
      const { one, other, moveClock } = await open();
      const lease = await acquired(one, 'a', 'shard');
      await moveClock(leaseMs - 1);
      expect(await one.leases.renew(lease, leaseMs)).toBe(true);
      await moveClock(leaseMs - 1);
      expect(await other.leases.acquire('shard', 'b', leaseMs)).toBeUndefined();
      await moveClock(1);
      const next = await acquired(other, 'b', 'shard');
      expect(await one.leases.renew(lease, leaseMs)).toBe(false);
      await one.leases.release(lease);
      expect(await one.leases.acquire('shard', 'a', leaseMs)).toBeUndefined();
      expect(await other.leases.renew(next, leaseMs)).toBe(true);
    });

    it('goes at once to its owner started again, with a higher fence, and to anybody once it is released', async () => {
      const { one, other } = await open();
      const first = await acquired(one, 'a', 'shard');
      const second = await acquired(one, 'a', 'shard');
      expect(second.fence).toBeGreaterThan(first.fence);
      expect(await one.leases.renew(first, leaseMs)).toBe(false);
      await one.leases.release(second);
      expect((await acquired(other, 'b', 'shard')).fence).toBeGreaterThan(second.fence);
    });

    it('is never had by two when the clock goes back', async ({ engine: { one, other, moveClock } }) => {
      const first = await acquired(one, 'a', 'shard');
      await moveClock(leaseMs);
      const second = await acquired(other, 'b', 'shard');
      await moveClock(-10 * leaseMs);
      expect(await one.leases.renew(first, leaseMs)).toBe(false);
      expect(await one.leases.acquire('shard', 'a', leaseMs)).toBeUndefined();
      expect(await other.leases.renew(second, leaseMs)).toBe(true);
    });
  });
}

async function acquired({ leases }: Atomic, owner: string, name = `bot-${owner}`): Promise<Lease> {
  const lease = await leases.acquire(name, owner, leaseMs);
  if (!lease) throw new Error(`${owner} doesn't get ${name}`);
  return lease;
}
