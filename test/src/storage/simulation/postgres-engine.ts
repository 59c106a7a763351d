import type { QueryResultRow } from 'pg';
import { nobodyElse } from '../../../../src/storage/elsewhere.ts';
import { migrations } from '../../../../src/storage/migrations.ts';
import {
  type PostgresAccess,
  postgresAccess,
  type Query,
  type Statement,
} from '../../../../src/storage/postgres/access.ts';
import { postgresAtomic } from '../../../../src/storage/postgres/atomic.ts';
import { postgresLine, shardsLine } from '../../../../src/storage/postgres/line.ts';
import { PostgresLock } from '../../../../src/storage/postgres/lock.ts';
import { migratePostgres } from '../../../../src/storage/postgres/migration.ts';
import { type PostgresSettings, postgresSettings } from '../../../../src/storage/postgres/settings.ts';
import { StoreError } from '../../../../src/storage/store-error.ts';
import { silentLog as log } from '../../../support/fake-log.ts';
import { emptyPostgres, runSql } from '../../../support/postgres.ts';
import type { OpenEngine, SimulatedLock, SomeShards } from './engine.ts';
import type { Line } from './line.ts';
import type { SimulatedTime } from './time.ts';

/** Nobody waits in real time; between two tries the simulation's time stands. */
const clock = { now: () => 0, sleep: async () => undefined };

/**
 * PostgreSQL itself. What's lost on the way to it is repeated by the real way into it; callers hear of it only if the line stays cut. One
 * statement at a time, so that a seed does the same again.
 */
export const postgresEngine: OpenEngine = async (time) => {
  const url = await emptyPostgres();
  const settings = postgresSettings(url);
  await migratePostgres(settings, migrations);
  const opened: PostgresAccess[] = [];
  const open = () => {
    const access = postgresAccess({ settings, clock });
    opened.push(access);
    return access;
  };
  const beside = open();
  let locks = 0;
  return {
    beside: postgresAtomic(beside),
    open: (line, shards) => {
      const access = overLine(open(), line, time);
      return {
        atomic: postgresAtomic(access),
        sharedLine: postgresLine(access, shardsLine(shards), nobodyElse),
      };
    },
    takeLock: async (line, shards) => {
      await line.travel();
      if (line.isDown) return undefined;
      locks += 1;
      const lock = new RealLock({ url, settings, time, line, shards, name: `lock ${locks}` });
      return (await lock.take()) ? lock : undefined;
    },
    rows: async (text) => await beside.read(async (query) => await query({ name: '', text })),
    close: async () => void (await Promise.all(opened.map(async (access) => await access.close()))),
  };
};

interface RealLockParts {
  readonly url: string;
  readonly settings: PostgresSettings;
  readonly time: SimulatedTime;
  readonly line: Line;
  readonly shards: SomeShards;
  readonly name: string;
}

/** As `lock.ts` tries again. */
const lockAgainMs = 500;

class RealLock implements SimulatedLock {
  readonly #parts: RealLockParts;
  #lock: PostgresLock | undefined;

  constructor(parts: RealLockParts) {
    this.#parts = parts;
  }

  async take(): Promise<boolean> {
    const { settings, shards, time, name } = this.#parts;
    const named = { ...settings, client: { ...settings.client, application_name: name } };
    const { signal } = new AbortController();
    const parts = { settings: named, shards, clock, log, signal, patienceMs: 0, onLost: () => undefined };
    try {
      this.#lock = await time.whileItStands(async () => await PostgresLock.take(parts));
    } catch (error) {
      if (!(error instanceof StoreError && error.trouble === 'locked')) throw error;
    }
    return this.#lock !== undefined;
  }

  /** Its connection is gone, which others may be faster to notice than the process. */
  async lose(): Promise<boolean> {
    const { line } = this.#parts;
    await this.release();
    do await line.pause(lockAgainMs);
    while (line.isDown);
    return await this.take();
  }

  async release(): Promise<void> {
    const { url, time, name } = this.#parts;
    const lock = this.#lock;
    this.#lock = undefined;
    if (!lock) return;
    await time.whileItStands(async () => {
      await lock.release();
      // The database may notice a moment later that a connection is gone.
      const left = `SELECT FROM pg_stat_activity WHERE application_name = '${name}'`;
      while ((await runSql(url, left)).length > 0);
    });
  }
}

/** Each call may be lost; whether it arrives after all is up to the access and to how long the line is cut. */
function overLine(access: PostgresAccess, line: Line, time: SimulatedTime): PostgresAccess {
  type Run<Result> = (query: Query, again: boolean, undo: () => void) => Promise<Result>;
  const send = async <Result>(work: (lossy: (query: Query) => Query) => Promise<Result>): Promise<Result> => {
    await line.travel();
    const wasDown = line.isDown;
    const fate = wasDown ? 'lost-before' : line.drawFate();
    let isLost = false;
    const lose = () => {
      isLost = true;
      throw new Error('Connection terminated unexpectedly');
    };
    const lossy =
      (query: Query): Query =>
      async <Row extends QueryResultRow>(statement: Statement, values?: readonly unknown[]) => {
        if (wasDown || (isLost && line.isDown)) lose();
        if (fate === 'lost-before' && !isLost) lose();
        const rows = await query<Row>(statement, values);
        if (fate === 'lost-after' && !isLost) lose();
        return rows;
      };
    const result = await time.whileItStands(async () => await work(lossy));
    await line.travel();
    return result;
  };
  return {
    read: async (run) =>
      await send(async (lossy) => await access.read(async (query) => await run(lossy(query)))),
    write: async <Result>(run: (query: Query, again: boolean) => Promise<Result>) =>
      await send(async (lossy) => await access.write(async (query, again) => await run(lossy(query), again))),
    transact: async <Result>(run: Run<Result>) =>
      await send(
        async (lossy) =>
          await access.transact(async (query, again, undo) => await run(lossy(query), again, undo)),
      ),
    close: access.close,
  };
}
