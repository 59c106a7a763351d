import { describe, expect, it, onTestFinished } from 'vitest';
import { breath } from '../../../../src/operations/clock.ts';
import type { Atomic, Lease } from '../../../../src/storage/atomic/atomic.ts';
import { postgresAccess } from '../../../../src/storage/postgres/access.ts';
import { postgresAtomic } from '../../../../src/storage/postgres/atomic.ts';
import { postgresSettings } from '../../../../src/storage/postgres/settings.ts';
import { StoreHealth } from '../../../../src/storage/store-health.ts';
import { FakeClock } from '../../../support/fake-clock.ts';
import { recordingLog, silentLog } from '../../../support/fake-log.ts';
import { openPostgresAtomic } from '../../../support/open-postgres-atomic.ts';
import { emptyPostgres, openedPostgres, runSql } from '../../../support/postgres.ts';
import { PostgresProxy, proxyPassword } from '../../../support/postgres-proxy.ts';
import { startPostgres } from '../../../support/postgres-server.ts';

const clock = { now: () => 0, sleep: async () => undefined };
const account = { unit: 'video-seconds', period: '2026-01-15' };
const over = { units: [account.unit], from: account.period, to: account.period };

async function behindProxy(changes: object = {}) {
  const url = await emptyPostgres();
  const direct = await openPostgresAtomic(url);
  const proxy = await PostgresProxy.open(url);
  const settings = postgresSettings(proxy.url);
  const noted: boolean[] = [];
  const access = postgresAccess({
    settings: { ...settings, client: { ...settings.client, ...changes } },
    clock,
    onWrite: (succeeded) => noted.push(succeeded),
  });
  onTestFinished(async () => {
    await Promise.all([access.close(), direct.close()]);
  });
  return { url, direct, proxy, atomic: postgresAtomic(access), noted };
}

async function spending(atomic: Atomic): Promise<Lease> {
  const lease = await atomic.leases.acquire('bot', 'bot', 60_000);
  if (!lease) throw new Error('no lease');
  return lease;
}

function ask(lease: Lease, id: string, most = 1_000) {
  const whose = { unit: account.unit, id, guildId: 'guild', userId: 'ada', amount: 1 };
  return { ...whose, charged: [account], limits: [{ over, most }], lease, keptUntil: 1, sumsKeptUntil: 1 };
}

describe('PostgreSQL that is away', () => {
  it('fails every call in plain words, which is noted, and works again by itself', async () => {
    const { proxy, atomic, noted } = await behindProxy();
    const lease = await spending(atomic);
    await atomic.money.reserve(ask(lease, 'before'));
    proxy.cut();
    const calls = [
      atomic.money.reserve(ask(lease, 'away')),
      atomic.records.insert('things:1', 'one'),
      atomic.records.read('things:1'),
      atomic.records.list({ collection: 'things' })[Symbol.asyncIterator]().next(),
      atomic.leases.renew(lease, 1),
    ];
    for (const call of await Promise.allSettled(calls)) {
      expect(call).toMatchObject({ status: 'rejected', reason: { trouble: 'unreachable', temporary: true } });
      expect(String(call.status === 'rejected' && call.reason)).not.toContain(proxyPassword);
    }
    expect(noted.at(-1)).toBe(false);
    proxy.mend();
    expect(await atomic.money.reserve(ask(lease, 'after'))).toEqual({ is: 'reserved' });
    expect(noted.at(-1)).toBe(true);
    expect(await atomic.money.balances([account])).toEqual([2]);
  });

  it('for a minute pays nothing meanwhile, and the store is well again with the next look', async () => {
    const { proxy, atomic } = await behindProxy();
    const time = new FakeClock();
    const health = new StoreHealth({
      dataDir: '/',
      probe: async () =>
        await atomic.leases.acquire('probe', 'probe', 0).then(
          () => health.noteWrite(true),
          () => health.noteWrite(false),
        ),
      clock: time,
      log: silentLog,
      freeBytes: async () => 1e12,
    });
    proxy.cut();
    health.noteWrite(false);
    for (let look = 0; look < 6; look += 1) {
      await health.look();
      expect(health.ailment).toBe('unwritable');
      expect(() => health.assertMayPay()).toThrow('store-failing');
    }
    proxy.mend();
    await health.look();
    expect(health.ailment).toBeUndefined();
  });

  it('so slow that nothing answers is given up after its time, without asking again and again', async () => {
    const { proxy, atomic } = await behindProxy({ query_timeout: 2_000, connectionTimeoutMillis: 2_000 });
    const lease = await spending(atomic);
    const before = proxy.said;
    proxy.hold();
    await expect(atomic.money.reserve(ask(lease, 'slow'))).rejects.toMatchObject({ trouble: 'unreachable' });
    await expect(atomic.records.read('things:1')).rejects.toMatchObject({ trouble: 'unreachable' });
    expect(proxy.said - before).toBeLessThanOrEqual(1);
    proxy.mend();
    expect((await atomic.money.reserve(ask(lease, 'slow'))).is).toMatch(/reserved|known/);
    expect(await atomic.money.balances([account])).toEqual([1]);
  });

  it('at the start is waited for, and is no reason for a supervisor to give up', async () => {
    const url = await emptyPostgres();
    const proxy = await PostgresProxy.open(url);
    proxy.cut();
    await expect(openedPostgres(proxy.url)).rejects.toMatchObject({
      trouble: 'unreachable',
      temporary: true,
    });
    const { log, lines } = recordingLog();
    const opening = openedPostgres(proxy.url, { log, patienceMs: 20_000 });
    await expect.poll(() => JSON.stringify(lines)).toContain('Waiting.');
    proxy.mend();
    await opening;
    expect(JSON.stringify(lines)).not.toContain(proxyPassword);
  });

  it('refuses a wrong address for good', async () => {
    const url = new URL(await emptyPostgres());
    url.pathname = '/nowhere';
    await expect(openedPostgres(url.href)).rejects.toMatchObject({ trouble: 'refused', temporary: false });
  });
});

describe('the lock that keeps other bots out', () => {
  it('is had by one, and by the next one when the first is gone', async () => {
    const url = await emptyPostgres();
    const first = await openedPostgres(url);
    await expect(openedPostgres(url)).rejects.toMatchObject({ trouble: 'locked' });
    const next = openedPostgres(url, { patienceMs: 20_000 });
    await first.close();
    await next;
  });

  it('is taken again after a lost connection, and a bot that finds another one there ends', async () => {
    const url = await emptyPostgres();
    const proxy = await PostgresProxy.open(url);
    let lost = 0;
    const { log, lines } = recordingLog();
    await openedPostgres(proxy.url, { log, onLost: () => (lost += 1) });
    proxy.cut();
    proxy.mend();
    await expect.poll(() => JSON.stringify(lines)).toContain('keeps other bots out again');
    await expect(openedPostgres(url)).rejects.toMatchObject({ trouble: 'locked' });
    expect(lost).toBe(0);
    proxy.cut();
    await openedPostgres(url, { patienceMs: 20_000 });
    proxy.mend();
    await expect.poll(() => lost).toBe(1);
  });

  it('is taken again from a connection of its own that the database takes for a living one', async () => {
    const url = await emptyPostgres();
    const proxy = await PostgresProxy.open(url);
    let lost = 0;
    const { log, lines } = recordingLog();
    await openedPostgres(proxy.url, { log, onLost: () => (lost += 1) });
    for (const times of [1, 2]) {
      proxy.loseClients();
      await expect
        .poll(() => lines.filter(({ msg }) => msg === 'keeps other bots out again'))
        .toHaveLength(times);
    }
    expect(lost).toBe(0);
  });
});

it('money is exact while PostgreSQL ends connections in the middle of their work', async () => {
  const { url, atomic } = await behindProxy();
  const lease = await spending(atomic);
  const outcomes: string[] = [];
  let isOver = false;
  const killing = (async () => {
    while (!isOver) {
      const done = outcomes.length;
      await runSql(
        url,
        "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE application_name = 'emcee' AND state = 'active' AND query LIKE '%money_do%'",
      );
      // Who is killed again and again gets nothing done.
      while (!isOver && outcomes.length === done) await breath();
    }
  })();
  for (let round = 0; round < 20; round += 1)
    await Promise.all(
      Array.from({ length: 10 }, async (_, index) => {
        const id = `${round}-${index}`;
        const done = async (work: () => Promise<unknown>) => {
          for (;;)
            try {
              return await work();
            } catch {
              // The caller repeats what it must have.
            }
        };
        await done(async () => outcomes.push((await atomic.money.reserve(ask(lease, id, 150))).is));
        await done(async () => await atomic.money.settle({ unit: account.unit, id }, 0.5, 'keep'));
      }),
    );
  isOver = true;
  await killing;
  const [spent] = await atomic.money.balances([account]);
  expect(spent).toBe(100);
  expect(await runSql(url, 'SELECT count(*)::int AS kept, sum(amount) AS amount FROM reservations')).toEqual([
    { kept: 200, amount: 100 },
  ]);
  expect(outcomes).toHaveLength(200);
});

it('what was confirmed before PostgreSQL crashed is there afterwards, and the bot goes on', async () => {
  const server = await startPostgres();
  onTestFinished(async () => await server.remove());
  const atomic = await openPostgresAtomic(server.url);
  onTestFinished(async () => await atomic.close());
  const lease = await spending(atomic);
  const confirmed: string[] = [];
  let wanted = 0;
  const work = (async () => {
    while (confirmed.length < 60) {
      wanted += 1;
      const id = `job-${wanted}`;
      const { is } = await atomic.money.reserve(ask(lease, id)).catch(() => ({ is: 'failed' }));
      if (is === 'reserved') confirmed.push(id);
    }
  })();
  await expect.poll(() => confirmed.length).toBeGreaterThan(20);
  await server.stop('immediate');
  await server.start();
  await work;
  const rows = await runSql(server.url, 'SELECT id FROM reservations');
  const kept = new Set(rows.map(({ id }) => id));
  expect(confirmed.filter((id) => !kept.has(id))).toEqual([]);
  expect(await atomic.money.balances([account])).toEqual([kept.size]);
});
