import { describe, expect, onTestFinished, test } from 'vitest';
import { z } from 'zod';
import { NeverHeard } from '../../../../src/community/never-heard.ts';
import { holdMoney } from '../../../../src/community/spending-lease.ts';
import { systemClock } from '../../../../src/operations/clock.ts';
import { type Shards, shardOf } from '../../../../src/operations/shards.ts';
import { postgresAccess } from '../../../../src/storage/postgres/access.ts';
import { postgresPaces } from '../../../../src/storage/postgres/account.ts';
import { inspectPostgres } from '../../../../src/storage/postgres/open.ts';
import { postgresSettings } from '../../../../src/storage/postgres/settings.ts';
import { ofPerson } from '../../../../src/storage/record-index.ts';
import type { Store } from '../../../../src/storage/store.ts';
import { recordingLog, silentLog } from '../../../support/fake-log.ts';
import { emptyPostgres, laidOutPostgres, openedPostgres, runSql } from '../../../support/postgres.ts';
import { PostgresProxy } from '../../../support/postgres-proxy.ts';

const it = test.extend('url', () => emptyPostgres());

const of = (count: number, ...ids: readonly number[]): Shards => ({ ids, count });
const since = z.object({ at: z.number() });

const open = async (url: string, shards: Shards, more: object = {}) =>
  await openedPostgres(url, { shards, ...more });

const insert = async (url: string, key: string) =>
  await runSql(url, `INSERT INTO records (key, value, stamp, open) VALUES ('${key}', '{}', 1, false)`);

describe('the locks of shards', () => {
  it('let processes in that hold different ones, and nobody twice', async ({ url }) => {
    const first = await open(url, of(4, 0, 1));
    await open(url, of(4, 3));
    await expect(open(url, of(4, 1, 2))).rejects.toMatchObject({
      trouble: 'locked',
      message: expect.stringContaining('another process that holds shard 1. Give each process other shards'),
    });
    await expect(open(url, of(4, 0, 1, 2, 3))).rejects.toThrow('holds shard 0, 1, 3.');
    await first.close();
    await open(url, of(4, 1, 2));
  });

  it('are waited for while the process that had them stops', async ({ url }) => {
    const first = await open(url, of(2, 1));
    const { log, lines } = recordingLog();
    const next = open(url, of(2, 1), { log, patienceMs: 20_000 });
    await expect.poll(() => JSON.stringify(lines)).toContain('Waiting.');
    await first.close();
    await next;
  });

  it('keep out a process that goes by another number of shards', async ({ url }) => {
    const first = await open(url, of(4, 0));
    await expect(open(url, of(8, 7))).rejects.toThrow('go by 4 shards, and this one goes by 8');
    await first.close();
    await open(url, of(8, 7));
  });

  it('keep out a whole bot, and a whole bot keeps out everybody', async ({ url }) => {
    const some = await open(url, of(2, 0));
    await expect(open(url, 'auto')).rejects.toThrow('in use by another bot');
    expect(await inspectPostgres(url)).toBe('in-use');
    await some.close();
    const all = await open(url, 'auto');
    await expect(open(url, of(2, 0))).rejects.toThrow('a bot that holds all shards (SHARDS=auto)');
    await all.close();
    expect(await inspectPostgres(url)).toBe('free');
  });

  it('let gateway processes and workers in together, and keep out who makes videos itself', async () => {
    const url = await emptyPostgres();
    const gateway = await open(url, 'auto', { role: 'gateway' });
    const worker = await open(url, 'auto', { role: 'worker' });
    await open(url, 'auto', { role: 'worker' });
    await expect(open(url, 'auto', { role: 'gateway' })).rejects.toThrow(
      'holds all shards (SHARDS=auto). Is it',
    );
    await expect(open(url, of(2, 1), { role: 'gateway' })).rejects.toThrow(
      'processes that hold all shards (SHARDS=auto), and this one goes by 2 shards',
    );
    await expect(open(url, of(2, 0))).rejects.toThrow('this one has ROLE=all');
    await expect(open(url, 'auto')).rejects.toThrow('in use by another bot');
    await gateway.close();
    await expect(open(url, of(2, 0))).rejects.toThrow('this one has ROLE=all');
    await open(url, of(2, 0), { role: 'gateway' });
    await expect(open(url, 'auto', { role: 'gateway' })).rejects.toThrow(
      'processes that go by 2 shards, and this one holds all shards',
    );
    expect(worker.work).toBeDefined();
  });

  it('keep out roles while a process makes videos itself', async ({ url }) => {
    await open(url, of(2, 0));
    for (const role of ['gateway', 'worker'])
      await expect(open(url, of(2, 1), { role })).rejects.toThrow(
        `make videos themselves, and this one has ROLE=${role}`,
      );
  });

  it('are taken again after a lost connection, unless somebody else has one of them now', async ({ url }) => {
    const proxy = await PostgresProxy.open(url);
    const { log, lines } = recordingLog();
    let lost = 0;
    await open(proxy.url, of(2, 0, 1), { log, onLost: () => (lost += 1) });
    proxy.cut();
    proxy.mend();
    await expect.poll(() => JSON.stringify(lines)).toContain('keeps other bots out again');
    await expect(open(url, of(2, 1))).rejects.toMatchObject({ trouble: 'locked' });
    expect(lost).toBe(0);
    proxy.cut();
    await open(url, of(2, 1), { patienceMs: 20_000 });
    proxy.mend();
    await expect.poll(() => lost).toBe(1);
  });

  it('of two processes that start at once with overlapping shards, one starts', async ({ url }) => {
    await (await open(url, of(3, 0))).close();
    const rivals = Array.from({ length: 6 }, (_, index) => open(url, of(3, index % 3, (index + 1) % 3)));
    const outcomes = await Promise.allSettled(rivals);
    expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
  });
});

describe('money of several processes', () => {
  it('is held by shard: a process that lost one spends nothing there, and its next process gives back what was left', async () => {
    const url = await emptyPostgres();
    const { atomic } = await open(url, of(2, 0, 1));
    const guilds = [0, 1].map((shard) => String((2n * 1_000_000n + BigInt(shard)) << 22n));
    const [zero = '', one = ''] = guilds;
    expect(guilds.map((guildId) => shardOf(guildId, 2))).toEqual([0, 1]);
    const first = await holdMoney(atomic, of(2, 0, 1));
    const kept = { keptUntil: 1, sumsKeptUntil: 1, charged: [], limits: [], userId: 'ada', amount: 1 };
    const reserve = async (held: typeof first, guildId: string, id: string) =>
      (await atomic.money.reserve({ unit: 'u', id, guildId, lease: held.leaseOf(guildId), ...kept })).is;
    expect(await reserve(first, zero, 'a')).toBe('reserved');
    expect(await reserve(first, one, 'b')).toBe('reserved');
    const next = await holdMoney(atomic, of(2, 1));
    expect(await reserve(first, one, 'c')).toBe('lease-lost');
    expect(await reserve(first, zero, 'd')).toBe('reserved');
    expect(await reserve(next, one, 'e')).toBe('reserved');
    expect(() => next.leaseOf(zero)).toThrow('another process');
    const left: string[] = [];
    for (const lease of next.leases)
      for await (const { id } of atomic.money.leftOpen('u', lease)) left.push(id);
    expect(left).toEqual(['b']);
  });
});

describe('what another process wrote', () => {
  async function twoMirrors() {
    const url = await emptyPostgres();
    const proxy = await PostgresProxy.open(url);
    const here = await open(url, of(2, 0));
    const there = await open(proxy.url, of(2, 1));
    const mirror = async (store: Store) => {
      const shelf = store.collection('never-heard', since, ofPerson);
      const neverHeard = new NeverHeard({ shelf, clock: systemClock });
      store.elsewhere.onWrite('never-heard', async (id) => await neverHeard.readAgain(id));
      await neverHeard.open();
      return neverHeard;
    };
    return { url, proxy, there, ours: await mirror(here), theirs: await mirror(there) };
  }

  it('counts here within moments: nobody who refused anywhere is heard, until they allow it', async () => {
    const { ours, theirs } = await twoMirrors();
    const told: string[] = [];
    theirs.onRefusalElsewhere((userId) => told.push(userId));
    await ours.refuse('ada');
    await expect.poll(() => theirs.has('ada')).toBe(true);
    expect(told).toEqual(['ada']);
    await theirs.allow('ada');
    await expect.poll(() => ours.has('ada')).toBe(false);
  });

  it('while this one could not hear of it is read once it can', async () => {
    const { proxy, ours, theirs } = await twoMirrors();
    await ours.refuse('ada');
    await expect.poll(() => theirs.has('ada')).toBe(true);
    proxy.cut();
    await ours.allow('ada');
    await ours.refuse('ben');
    proxy.mend();
    await expect.poll(() => theirs.has('ben')).toBe(true);
    expect(theirs.has('ada')).toBe(false);
  });

  it('is read later, with everything else, if it could not be read at first', async () => {
    const { url, there } = await twoMirrors();
    const asked: (string | undefined)[] = [];
    there.elsewhere.onWrite('owner-pause', async (id) => {
      asked.push(id);
      if (asked.length === 1) throw new Error('the store is away');
    });
    await insert(url, 'owner-pause:everything');
    await expect.poll(() => asked).toEqual(['everything', undefined]);
  });

  it('is not told of collections that nobody keeps in memory', async () => {
    const { url, there } = await twoMirrors();
    const asked: (string | undefined)[] = [];
    there.elsewhere.onWrite('server-settings', async (id) => void asked.push(id));
    for (const name of ['consents', 'server-settings']) await insert(url, `${name}:1`);
    await runSql(url, "DELETE FROM records WHERE key = 'server-settings:1'");
    await expect.poll(() => asked).toEqual(['1', '1']);
  });
});

describe('a pace', () => {
  async function twoProcesses(log = silentLog, wrapped: (url: string) => string = (url) => url) {
    const url = await laidOutPostgres();
    const [one, other] = [1, 2].map(() => {
      const access = postgresAccess({ settings: postgresSettings(wrapped(url)), clock: systemClock });
      onTestFinished(async () => await access.close());
      return postgresPaces(access, log);
    });
    if (!one || !other) throw new Error('there are two');
    return { one, other };
  }
  const minutes = ({ waitMs }: { readonly waitMs: number }) => Math.round(waitMs / 60_000);

  it('leaves a margin for calls that arrive later after their turns than others', async () => {
    const { one, other } = await twoProcesses();
    /** Both waits are shorter by what asking took, so the sum is something in between. */
    const between = async (spanMs: number) => {
      const pace = { name: `every ${spanMs}`, most: 1, spanMs };
      const startedAt = performance.now();
      await one.book(pace);
      const least = (await other.book(pace)).waitMs + (await one.book(pace)).waitMs;
      return { least, most: least + 2 * (performance.now() - startedAt) };
    };
    const margin = async (spanMs: number, ms: number) => {
      const { least, most } = await between(spanMs);
      expect(least).toBeLessThanOrEqual(3 * (spanMs + ms));
      expect(most).toBeGreaterThanOrEqual(3 * (spanMs + ms));
    };
    // Two fifths of a span, and 250 ms at most.
    await margin(1_000_000, 250);
    await margin(2_000, 250);
    await margin(500, 200);
  });

  it('holds over all processes: so many in any span, in the order in which they were asked for', async () => {
    const { one, other } = await twoProcesses();
    const pace = { name: 'connects', most: 3, spanMs: 10 * 60_000 };
    const waited: number[] = [];
    for (let round = 0; round < 4; round += 1)
      for (const paces of [one, other]) waited.push(minutes(await paces.book(pace)));
    expect(waited).toEqual([0, 0, 0, 10, 10, 10, 20, 20]);
    expect(minutes(await one.book({ ...pace, name: 'others' }))).toBe(0);
  });

  it('takes back a turn that nobody waited for, which is the next one in line', async () => {
    const { one, other } = await twoProcesses();
    const pace = { name: 'connects', most: 1, spanMs: 60_000 };
    await one.book(pace);
    const late = await one.book(pace);
    expect(minutes(late)).toBe(1);
    await late.giveBack();
    expect(minutes(await other.book(pace))).toBeLessThan(2);
  });

  it('leaves some for what cannot wait, and takes none for what can', async () => {
    const { one, other } = await twoProcesses();
    const pace = { name: 'connects', most: 3, spanMs: 60_000 };
    expect(await one.bookNow(pace, 1)).toBe(0);
    expect(await other.bookNow(pace, 1)).toBe(0);
    for (let round = 0; round < 5; round += 1)
      expect(Math.round((await one.bookNow(pace, 1)) / 10_000)).toBe(6);
    expect(minutes(await other.book(pace))).toBe(0);
    expect(minutes(await other.book(pace))).toBe(1);
  });

  it('is not exceeded when two processes ask for hundreds at once', async () => {
    const { one, other } = await twoProcesses();
    const pace = { name: 'creations', most: 5, spanMs: 60_000 };
    const asked = Array.from({ length: 100 }, async (_, at) => await (at % 2 ? one : other).book(pace));
    const counts = Map.groupBy(await Promise.all(asked), minutes);
    expect([...counts.keys()].toSorted((a, b) => a - b)).toEqual(Array.from({ length: 20 }, (_, at) => at));
    for (const [, turns] of counts) expect(turns).toHaveLength(5);
  });

  it('is its own pace for a process that cannot reach the store, which says so', async () => {
    const { log, lines } = recordingLog();
    const { one } = await twoProcesses(log, (url) => url.replace('host=', 'host=/nowhere'));
    expect(await one.book({ name: 'connects', most: 10, spanMs: 60_000 })).toMatchObject({ waitMs: 6_000 });
    expect(JSON.stringify(lines)).toContain("couldn't ask whose turn it is");
  });
});

describe('what other processes are asked to forget', () => {
  /** A hundredth of each pause. */
  const hurried = {
    now: () => systemClock.now(),
    sleep: async (ms: number, signal?: AbortSignal) => await systemClock.sleep(ms / 100, signal),
  };

  async function hereAndThere(url: string, hereUrl = url) {
    const here = await open(hereUrl, of(2, 0), { clock: hurried });
    return { url, here, there: await open(url, of(2, 1), { clock: hurried }) };
  }

  async function twoProcesses() {
    const { url, here, there } = await hereAndThere(await emptyPostgres());
    for (const [store, shard] of [
      [here, 0],
      [there, 1],
    ] as const)
      await holdMoney(store.atomic, of(2, shard));
    const forgot: string[] = [];
    here.elsewhere.onForgotten(async (userId) => void forgot.push(`here: ${userId}`));
    there.elsewhere.onForgotten(async (userId) => void forgot.push(`there: ${userId}`));
    return { url, here, there, forgot };
  }

  it('is forgotten by each of them before it is confirmed, and nothing about whom is stored', async () => {
    const { url, here, there, forgot } = await twoProcesses();
    expect(await here.elsewhere.forget('ada')).toBe(true);
    expect(forgot).toEqual(['there: ada']);
    expect(await Promise.all([here, there].map(({ elsewhere }) => elsewhere.forget('ben')))).toEqual([
      true,
      true,
    ]);
    expect(forgot.sort()).toEqual(['here: ben', 'there: ada', 'there: ben']);
    expect(await runSql(url, 'SELECT key FROM records')).toEqual([]);
  });

  it('is not confirmed by one that failed, that is silent, or that only still has its shard', async () => {
    const { here, there, forgot } = await twoProcesses();
    there.elsewhere.onForgotten(async () => {
      throw new Error('no files');
    });
    expect(await here.elsewhere.forget('ada')).toBe(false);
    there.elsewhere.onForgotten(async () => await new Promise(() => undefined));
    expect(await here.elsewhere.forget('ada')).toBe(false);
    const lease = await there.atomic.leases.acquire('shard 1 of 2', 'shard 1 of 2', 60_000);
    await there.close();
    expect(await here.elsewhere.forget('ada')).toBe(false);
    if (lease) await here.atomic.leases.release(lease);
    expect(await here.elsewhere.forget('ada')).toBe(true);
    expect(forgot).toEqual([]);
  });

  it('is confirmed by one with nothing of its own, such as a worker, once it read what others dropped', async () => {
    const { url, here, there } = await hereAndThere(await emptyPostgres());
    const { promise, resolve } = Promise.withResolvers<void>();
    const steps: string[] = [];
    there.elsewhere.onWrite('owner-pause', async () => {
      await promise;
      steps.push('read');
    });
    await insert(url, 'owner-pause:everything');
    const forgotten = here.elsewhere.forget('ada').then((isSo) => steps.push(`confirmed ${isSo}`));
    resolve();
    await forgotten;
    expect(steps).toEqual(['read', 'confirmed true']);
  });

  it('is not confirmed while the store is away, and is again once it is there', async ({ url }) => {
    const proxy = await PostgresProxy.open(url);
    const { here, there } = await hereAndThere(url, proxy.url);
    there.elsewhere.onForgotten(async () => undefined);
    expect(await here.elsewhere.forget('ada')).toBe(true);
    proxy.cut();
    expect(await here.elsewhere.forget('ada')).toBe(false);
    proxy.mend();
    await expect.poll(async () => await here.elsewhere.forget('ada')).toBe(true);
  });
});
