import { DatabaseSync } from 'node:sqlite';
import { type Shards, shardName, shardNames } from '../../../../src/operations/shards.ts';
import type { SlotHolder, Slots } from '../../../../src/operations/slots.ts';
import type { Atomic } from '../../../../src/storage/atomic/atomic.ts';
import { sqliteAtomic } from '../../../../src/storage/atomic/sqlite-atomic.ts';
import { layOut } from '../../../../src/storage/layout.ts';
import { StoreError } from '../../../../src/storage/store-error.ts';
import type { Line } from './line.ts';
import type { SimulatedTime } from './time.ts';

export type SomeShards = Exclude<Shards, 'auto'>;

/** Held by one process at a time, for each shard. */
export interface SimulatedLock {
  /** Its connection is lost; resolves to whether it could be taken again. */
  lose(): Promise<boolean>;
  /** The process is gone. */
  release(): Promise<void>;
}

/** A store that the processes of a simulation share. */
export interface SimulatedEngine {
  /** One process's part of it. */
  open(line: Line, shards: SomeShards): { readonly atomic: Atomic; readonly slots: Slots };
  /** Undefined while another process has one of them. */
  takeLock(line: Line, shards: SomeShards): Promise<SimulatedLock | undefined>;
  /** Beside all processes. */
  readonly beside: Atomic;
  rows(sql: string): Promise<readonly Record<string, unknown>[]>;
  close(): Promise<void>;
}

/** As `postgres/lock.ts` tries again. */
const lockAgainMs = 500;

export type OpenEngine = (time: SimulatedTime) => Promise<SimulatedEngine>;

export const connectionLost = (): StoreError =>
  new StoreError('unreachable', "Can't reach the store: the connection was lost.");

/**
 * The file's engine as if many processes could share it: it decides as it does, and what goes wrong on the way to it is seen by whoever
 * called. Locks and places are what PostgreSQL has and the file doesn't, so they're played here.
 */
export const fileEngine: OpenEngine = async (time) => {
  const database = new DatabaseSync(':memory:');
  layOut(database);
  const atomic = sqliteAtomic(
    {
      database,
      read: (run) => run(),
      write: async (run) => {
        database.exec('BEGIN');
        try {
          return run();
        } finally {
          database.exec('COMMIT');
        }
      },
    },
    () => time.now,
  );
  const slots = new PlayedSlots();
  const locks = new Map<string, object>();
  return {
    beside: atomic,
    open: (line, shards) => ({ atomic: overLine(atomic, line), slots: slotsOver(slots, shards, line) }),
    takeLock: async (line, shards) => {
      await line.travel();
      return line.isDown ? undefined : playedLock(locks, line, shardNames(shards));
    },
    rows: async (sql) => database.prepare(sql).all(),
    close: async () => database.close(),
  };
};

function playedLock(
  locks: Map<string, object>,
  line: Line,
  names: readonly string[],
): SimulatedLock | undefined {
  if (names.some((name) => locks.has(name))) return undefined;
  const session = {};
  for (const name of names) locks.set(name, session);
  const release = async () => {
    for (const name of names) if (locks.get(name) === session) locks.delete(name);
  };
  const lose = async () => {
    await release();
    // What it works with may be fine all the while.
    do await line.pause(lockAgainMs * (1 + line.draw(40)));
    while (line.isDown);
    if (names.some((name) => locks.has(name))) return false;
    for (const name of names) locks.set(name, session);
    return true;
  };
  return { release, lose };
}

/** Every call may be lost, on its way there or back. */
function overLine({ records, money, leases, writeTogether }: Atomic, line: Line): Atomic {
  const call = async <Result>(work: () => Promise<Result>): Promise<Result> => await sendOver(line, work);
  const collect = async function* <Item>(list: () => AsyncIterable<Item>) {
    yield* await call(async () => await Array.fromAsync(list()));
  };
  return {
    records: {
      read: async (key) => await call(async () => await records.read(key)),
      put: async (entries) => await call(async () => await records.put(entries)),
      insert: async (key, text) => await call(async () => await records.insert(key, text)),
      compareAndSet: async (key, stamp, text) =>
        await call(async () => await records.compareAndSet(key, stamp, text)),
      remove: async (keys) => await call(async () => await records.remove(keys)),
      list: (query) => collect(() => records.list(query)),
    },
    money: {
      reserve: async (ask) => await call(async () => await money.reserve(ask)),
      settle: async (key, amount, then) => await call(async () => await money.settle(key, amount, then)),
      correct: async (correction) => await call(async () => await money.correct(correction)),
      balances: async (accounts) => await call(async () => await money.balances(accounts)),
      leftOpen: (unit, lease) => collect(() => money.leftOpen(unit, lease)),
      sumsOf: async (whose) => await call(async () => await money.sumsOf(whose)),
      renamePerson: async (userId, name) => await call(async () => await money.renamePerson(userId, name)),
      forgetBefore: async (at, most) => await call(async () => await money.forgetBefore(at, most)),
    },
    leases: {
      acquire: async (name, owner, forMs) => await call(async () => await leases.acquire(name, owner, forMs)),
      renew: async (lease, forMs) => await call(async () => await leases.renew(lease, forMs)),
      release: async (lease) => await call(async () => await leases.release(lease)),
    },
    writeTogether: async (write) => await call(async () => await writeTogether(write)),
  };
}

async function sendOver<Result>(line: Line, work: () => Promise<Result>): Promise<Result> {
  await line.travel();
  if (line.isDown) throw connectionLost();
  const fate = line.drawFate();
  if (fate === 'lost-before') throw connectionLost();
  const result = await work();
  await line.travel();
  if (fate === 'lost-after') throw connectionLost();
  return result;
}

/** As `postgres/account.ts` has them in its table. */
class PlayedSlots {
  readonly #taken = new Map<string, Map<string, string>>();

  take(name: string, id: string, shard: string, most: number): boolean {
    const taken = this.#of(name);
    if (!taken.has(id) && taken.size >= most) return false;
    taken.set(id, shard);
    return true;
  }

  free(name: string, id: string): void {
    this.#of(name).delete(id);
  }

  restore(name: string, ours: readonly string[], held: ReadonlyMap<string, string>): void {
    const taken = this.#of(name);
    for (const [id, shard] of taken) if (ours.includes(shard)) taken.delete(id);
    for (const [id, shard] of held) taken.set(id, shard);
  }

  #of(name: string): Map<string, string> {
    const taken = this.#taken.get(name) ?? new Map<string, string>();
    this.#taken.set(name, taken);
    return taken;
  }
}

function slotsOver(slots: PlayedSlots, shards: SomeShards, line: Line): Slots {
  const shardOfHolder = ({ guildId }: SlotHolder) => shardName(shards, guildId);
  return {
    take: async (name, holder, most) =>
      await sendOver(line, async () => slots.take(name, holder.id, shardOfHolder(holder), most)),
    free: async (name, id) => await sendOver(line, async () => slots.free(name, id)),
    restore: async (name, holders) => {
      const held = new Map(holders.map((holder) => [holder.id, shardOfHolder(holder)]));
      await sendOver(line, async () => slots.restore(name, shardNames(shards), held));
    },
  };
}
