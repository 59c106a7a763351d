import type { DatabaseSync } from 'node:sqlite';
import { type Clock, systemClock } from '../operations/clock.ts';
import type { LogFlush } from './log-flush.ts';
import { isBusy, isStoreFault, storeErrorOf } from './store-error.ts';

interface QueuedWrite {
  readonly since: number;
  run(): unknown;
  resolve(result: unknown): void;
  reject(error: unknown): void;
}

/** What the tables in the file need of it. */
export type TableAccess = Pick<SqliteAccess, 'database' | 'read' | 'write'>;

/** Another program may write to the file: a browser of databases, a script of the bot's owner. */
const againMs = 20;
const patienceMs = 2_000;

/**
 * The way into an open file for everything that's kept in it. The writes of one turn of the event loop are one transaction, so a burst
 * costs one flush to disk instead of one each; a write is only acknowledged when its transaction is on disk. While another program has
 * the file, writes wait, and the event loop doesn't.
 */
export class SqliteAccess {
  readonly database: DatabaseSync;
  readonly #path: string;
  readonly #onWrite: ((succeeded: boolean) => void) | undefined;
  readonly #clock: Clock;
  #waiting: QueuedWrite[] = [];
  #scheduled: NodeJS.Immediate | undefined;
  #isHeldUp = false;
  /** How many processes of ours write to the file now. */
  #others = 0;
  /** Flushes what's committed. Without one, each commit does. */
  #logFlush: LogFlush | undefined;

  constructor({
    database,
    path,
    onWrite,
    clock = systemClock,
  }: {
    readonly database: DatabaseSync;
    /** For errors. */
    readonly path: string;
    /** Told of every write, and whether the store took it. */
    readonly onWrite?: ((succeeded: boolean) => void) | undefined;
    /** What waits for another program. */
    readonly clock?: Clock;
  }) {
    this.database = database;
    this.#path = path;
    this.#onWrite = onWrite;
    this.#clock = clock;
  }

  /** @throws StoreError */
  read<Result>(run: () => Result): Result {
    try {
      return run();
    } catch (error) {
      throw storeErrorOf(error, this.#path);
    }
  }

  /**
   * All or nothing of what `run` does. Resolves to what it returned once that's on disk.
   * @throws StoreError if `run` or the commit failed, also because another program had the file for too long
   */
  async write<Result>(run: () => Result): Promise<Result> {
    try {
      const result = await new Promise<Result>((resolve, reject) => {
        const since = this.#clock.now();
        this.#waiting.push({ since, run, resolve: (done) => resolve(done as Result), reject });
        if (!this.#isHeldUp) this.#scheduled ??= setImmediate(() => this.flush());
      });
      this.#onWrite?.(true);
      return result;
    } catch (error) {
      if (isStoreFault(error)) this.#onWrite?.(false);
      throw storeErrorOf(error, this.#path);
    }
  }

  /** Writes wait until another process of ours is done with the file, however long that takes. */
  async standAside(work: () => Promise<unknown>): Promise<void> {
    this.flush();
    this.#others += 1;
    try {
      await work();
    } finally {
      this.#others -= 1;
      this.flush();
    }
  }

  /** From now on a commit is only written, and its writes are acknowledged when this has flushed them; without one, a commit flushes. */
  setLogFlush(logFlush: LogFlush | undefined): void {
    this.flush();
    this.#logFlush?.repair();
    this.database.exec(`PRAGMA synchronous = ${logFlush ? 'NORMAL' : 'FULL'}`);
    this.#logFlush = logFlush;
  }

  /** Commits what's waiting, now. */
  flush(): void {
    clearImmediate(this.#scheduled);
    this.#scheduled = undefined;
    if (this.#others > 0) return;
    const batch = this.#waiting;
    this.#waiting = [];
    if (batch.length === 0) return;
    try {
      const results = this.#commit(batch);
      for (const [index, write] of batch.entries()) this.#acknowledge(write, results[index]);
    } catch (error) {
      if (isBusy(error)) this.#holdUp(batch, error);
      else if (batch.length === 1) batch[0]?.reject(error);
      else this.#oneByOne(batch);
    }
  }

  /** Commits what's waiting before the file is closed, or rejects it. */
  end(): void {
    this.database.exec(`PRAGMA busy_timeout = ${patienceMs / 2}`);
    this.#others = 0;
    this.flush();
    this.#logFlush?.end();
    for (const { reject } of this.#waiting.splice(0)) reject(new Error('the store was closed'));
  }

  #acknowledge({ resolve, reject }: QueuedWrite, result: unknown): void {
    if (this.#logFlush) this.#logFlush.wait({ acknowledge: () => resolve(result), reject });
    else resolve(result);
  }

  /** Those who have waited for too long are told; the others are tried again. */
  #holdUp(batch: readonly QueuedWrite[], error: unknown): void {
    const now = this.#clock.now();
    for (const write of batch) {
      if (now - write.since >= patienceMs) write.reject(error);
      else this.#waiting.push(write);
    }
    this.#isHeldUp = true;
    void this.#clock.sleep(againMs).then(() => {
      this.#isHeldUp = false;
      this.flush();
    });
  }

  /** One bad write must not fail the others. */
  #oneByOne(batch: readonly QueuedWrite[]): void {
    for (const [index, write] of batch.entries()) {
      try {
        this.#acknowledge(write, this.#commit([write])[0]);
      } catch (error) {
        // Those behind it wait, too: no write overtakes another.
        if (isBusy(error)) {
          this.#holdUp(batch.slice(index), error);
          return;
        }
        write.reject(error);
      }
    }
  }

  #commit(batch: readonly QueuedWrite[]): unknown[] {
    this.#logFlush?.repair();
    this.database.exec('BEGIN IMMEDIATE');
    try {
      const results = batch.map((write) => write.run());
      this.database.exec('COMMIT');
      return results;
    } catch (error) {
      if (this.database.isTransaction) this.database.exec('ROLLBACK');
      throw error;
    }
  }
}
