import { DatabaseSync, type StatementSync } from 'node:sqlite';
import { type Shards, shardName, shardNames } from '../../../../src/operations/shards.ts';
import type { SeenInLine, SharedLine } from '../../../../src/operations/shared-line.ts';
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
  open(line: Line, shards: SomeShards): { readonly atomic: Atomic; readonly sharedLine: SharedLine };
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
  const played = new PlayedLine(database, time);
  const locks = new Map<string, object>();
  return {
    beside: atomic,
    open: (line, shards) => ({
      atomic: overLine(atomic, line),
      sharedLine: overNetwork(played, shards, line),
    }),
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

interface PlayedEntry extends Omit<SeenInLine, 'userId'> {
  readonly owner: string;
  /** Once it was called. */
  readonly userId: string | undefined;
}

/** As `postgres/line.ts` has it in its tables. */
class PlayedLine {
  // Only what's open is read: each column costs a look through a record's whole text.
  readonly #open: StatementSync;
  readonly #time: SimulatedTime;
  readonly #lines = new Map<string, Map<string, PlayedEntry>>();
  readonly #heardAt = new Map<string, number>();
  #calls = 0;

  constructor(database: DatabaseSync, time: SimulatedTime) {
    this.#open = database.prepare('SELECT key, person FROM records WHERE open = 1');
    this.#time = time;
  }

  hear(owners: readonly string[]): void {
    for (const owner of owners) this.#heardAt.set(owner, this.#time.now);
  }

  change(
    name: string,
    said: readonly Omit<PlayedEntry, 'calledAs' | 'userId'>[],
    call: Parameters<SharedLine['change']>[2],
  ): void {
    const line = this.#lines.get(name) ?? new Map<string, PlayedEntry>();
    this.#lines.set(name, line);
    for (const entry of said) {
      const known = line.get(entry.id);
      const is = known?.is === 'placed' && entry.is === 'ready' ? known.is : entry.is;
      line.set(entry.id, { ...entry, is, calledAs: known?.calledAs ?? 0, userId: known?.userId });
    }
    const seen = this.#seen(line);
    for (const id of call(seen)) {
      const known = line.get(id);
      const userId = seen.find((each) => each.id === id)?.userId;
      this.#calls += 1;
      if (known) line.set(id, { ...known, is: 'placed', calledAs: this.#calls, userId });
    }
  }

  /** What's over and was never called is forgotten. */
  #seen(line: Map<string, PlayedEntry>): readonly SeenInLine[] {
    const people = new Map(this.#open.all().map(({ key, person }) => [key, String(person)]));
    return [...line.values()].flatMap(({ owner, ...entry }) => {
      const waitsFor = people.get(`video-jobs:${entry.id}`);
      const userId = waitsFor ?? entry.userId;
      if (userId === undefined) {
        line.delete(entry.id);
        return [];
      }
      const isSilent = (this.#heardAt.get(owner) ?? 0) < this.#time.now - 15_000;
      const is = waitsFor === undefined ? 'over' : entry.is === 'ready' && isSilent ? 'put-off' : entry.is;
      return [{ ...entry, is, userId }];
    });
  }
}

function overNetwork(played: PlayedLine, shards: SomeShards, line: Line): SharedLine {
  const names = shardNames(shards);
  return {
    change: async (name, said, call) =>
      await sendOver(line, async () => {
        played.hear(names);
        const owned = said.map((entry) => ({ ...entry, owner: shardName(shards, entry.guildId) }));
        played.change(name, owned, call);
      }),
    onMove: () => undefined,
    keep: async () => await sendOver(line, async () => played.hear(names)),
  };
}
