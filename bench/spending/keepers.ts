import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { Keyv } from 'keyv';
import { pino } from 'pino';
import { LimitRules } from '../../src/community/limit-rules.ts';
import { limitsPageSchema, type OwnerLimits, type OwnersLimits } from '../../src/community/limits.ts';
import { dayOf, Spending } from '../../src/community/spending.ts';
import { holdMoney } from '../../src/community/spending-lease.ts';
import { systemClock } from '../../src/operations/clock.ts';
import { RepeatedWrites } from '../../src/operations/repeated-writes.ts';
import { spendingUnits } from '../../src/refusal/spending.ts';
import type { Atomic } from '../../src/storage/atomic/atomic.ts';
import { openPostgresStore } from '../../src/storage/postgres/open.ts';
import { openStore, type Store } from '../../src/storage/store.ts';
import { openAtomic } from '../../test/support/open-atomic.ts';
import { openPostgresAtomic } from '../../test/support/open-postgres-atomic.ts';
import { startPostgres } from '../../test/support/postgres-server.ts';
import { PlainSqlite } from '../storage/plain-sqlite.ts';

/** A way to stay within limits, opened. */
export interface SpendingKeeper {
  /** So many members have spent. */
  fill(members: number): Promise<unknown>;
  reserve(id: string, member: number): Promise<unknown>;
  settle(id: string, member: number): Promise<unknown>;
  left(member: number): Promise<unknown>;
  /** How many of so many get through a limit when two ask at once, each with a connection of its own. */
  letThrough(limit: number, asks: number): Promise<number>;
  close(): Promise<void>;
}

const guildOf = (member: number) => `guild-${member % 500}`;
const day = dayOf(Date.now());

/** Another process's way into the same store. */
interface Rival extends Atomic {
  close(): Promise<void> | void;
}

const log = pino({ level: 'silent' });

async function storeKeeper(
  store: Store,
  openRival: () => Promise<Rival>,
  close: () => Promise<void>,
): Promise<SpendingKeeper> {
  const most = 10_000_000;
  const limits = { perPersonPerDay: most, perGuildPerDay: most, perBotPerDay: most };
  const spending = new Spending({
    unit: 'video-seconds',
    spent: { ...(await holdMoney(store.atomic)), rules: rulesOf(limits) },
    clock: systemClock,
    log,
    writes: new RepeatedWrites({ clock: systemClock, log }),
    limits,
  });
  const entry = (id: string, member: number) => ({
    ...{ id, guildId: guildOf(member), userId: `member-${member % 100_000}`, at: Date.now() },
  });
  return {
    fill: async (members) => {
      for (let first = 0; first < members; first += 500)
        await Promise.all(
          Array.from({ length: 500 }, (_, at) =>
            spending.reserve(entry(`filled-${first + at}`, first + at), 5),
          ),
        );
    },
    reserve: (id, member) => spending.reserve(entry(id, member), 5),
    settle: (id, member) => spending.settle(entry(id, member), 4),
    left: (member) => spending.left(guildOf(member), `member-${member % 100_000}`),
    letThrough: async (limit, asks) => {
      const rivals = [await openRival(), await openRival()];
      const account = { unit: 'rivals', period: day };
      const outcomes = await Promise.all(
        rivals.map(async (atomic, index) => {
          const owner = `rival-${index}`;
          const lease = (await atomic.leases.acquire(owner, owner, 60_000)) ?? never();
          const kept = { keptUntil: Date.now(), sumsKeptUntil: Date.now() };
          const ask = { ...account, guildId: 'guild', userId: owner, amount: 1, lease, ...kept };
          const limits = [{ over: { units: [account.unit], from: day, to: day }, most: limit }];
          const asked = Array.from({ length: asks / 2 }, (_, id) =>
            atomic.money.reserve({ ...ask, id: `${owner}-${id}`, charged: [account], limits }),
          );
          return await Promise.all(asked);
        }),
      );
      for (const rival of rivals) await rival.close();
      return outcomes.flat().filter(({ is }) => is === 'reserved').length;
    },
    close,
  };
}

export const keepers: Readonly<Record<string, (folder: string) => Promise<SpendingKeeper>>> = {
  store: async (folder) => {
    const store = openStore({ dataDir: folder, log });
    const openRival = async () => openAtomic(join(folder, 'rivals.sqlite'));
    return await storeKeeper(store, openRival, async () => await store.close());
  },
  postgres: async () => {
    const server = await startPostgres({ isDurable: true });
    const store = await openPostgresStore({ url: server.url, clock: systemClock, log });
    const openRival = async () => await openPostgresAtomic(server.url);
    return await storeKeeper(store, openRival, async () => {
      await store.close();
      await server.remove();
    });
  },
  keyv: async (folder) => {
    const path = join(folder, 'keyv.sqlite');
    const opened = [new DatabaseSync(path), new DatabaseSync(path, { timeout: 5_000 })];
    const [one, other] = opened.map((database) => new Keyv<number>({ store: new PlainSqlite(database) }));
    if (!one || !other) return never();
    const keys = (member: number) => [
      `${day}/person/${guildOf(member)}/member-${member % 100_000}`,
      `${day}/guild/${guildOf(member)}`,
      `${day}/bot`,
    ];
    const add = async (keyv: Keyv<number>, key: string, amount: number) =>
      await keyv.set(key, ((await keyv.get(key)) ?? 0) + amount);
    const addAll = async (member: number, amount: number) => {
      for (const key of keys(member)) await add(one, key, amount);
    };
    return {
      fill: async (members) => {
        opened[0]?.exec('BEGIN');
        for (let member = 0; member < members; member += 1) await addAll(member, 5);
        opened[0]?.exec('COMMIT');
      },
      reserve: async (id, member) => {
        await one.set(id, 5);
        await addAll(member, 5);
      },
      settle: async (id, member) => {
        await one.delete(id);
        await addAll(member, -1);
      },
      left: (member) => Promise.all(keys(member).map((key) => one.get(key))),
      letThrough: async (limit, asks) => {
        const through = await Promise.all(
          Array.from({ length: asks }, async (_, index) => {
            const keyv = index % 2 === 0 ? one : other;
            const spent = (await keyv.get('limited')) ?? 0;
            if (spent >= limit) return false;
            await keyv.set('limited', spent + 1);
            return true;
          }),
        );
        return through.filter((each) => each).length;
      },
      close: async () => {
        for (const database of opened) database.close();
      },
    };
  },
};

/** What each decision asks for: a day and a month for the person and the server, newcomers and a role. */
function rulesOf(owner: OwnerLimits): LimitRules {
  const amounts = { 'video-seconds': { day: 1_000_000, month: 2_000_000 } };
  const page = limitsPageSchema.parse({
    ...{ everyone: amounts, server: amounts, newcomers: amounts },
    roles: { fans: { lifts: true, amounts } },
  });
  const owners = Object.fromEntries(spendingUnits.map((unit) => [unit, owner])) as OwnersLimits;
  return new LimitRules({
    ...{ owners, clock: systemClock, log: pino({ level: 'silent' }) },
    page: { of: async () => page },
    pause: { isOn: false, onPause: () => undefined },
    onSettings: () => undefined,
    alarms: { checkServer: async () => undefined },
    spenderOf: async (_, userId) => ({ userId, roleIds: ['fans'], joinedAt: 0, moderates: false }),
  });
}

function never(): never {
  throw new Error('a rival is missing');
}
