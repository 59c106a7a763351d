import type { DatabaseSync } from 'node:sqlite';
import { isStoreFault, storeErrorOf } from './store-error.ts';

interface QueuedWrite {
  run(): unknown;
  resolve(result: unknown): void;
  reject(error: unknown): void;
}

/** What the tables in the file need of it. */
export type TableAccess = Pick<SqliteAccess, 'database' | 'read' | 'write'>;

export interface SqliteAccessParts {
  readonly database: DatabaseSync;
  /** For errors. */
  readonly path: string;
  /** Told of every write, and whether the store took it. */
  readonly onWrite?: ((succeeded: boolean) => void) | undefined;
}

/**
 * The way into an open file for everything that's kept in it. The writes of one turn of the event loop are one transaction, so a burst
 * costs one flush to disk instead of one each; a write is only acknowledged when its transaction is on disk.
 */
export class SqliteAccess {
  readonly database: DatabaseSync;
  readonly #path: string;
  readonly #onWrite: ((succeeded: boolean) => void) | undefined;
  #waiting: QueuedWrite[] = [];
  #scheduled: NodeJS.Immediate | undefined;

  constructor({ database, path, onWrite }: SqliteAccessParts) {
    this.database = database;
    this.#path = path;
    this.#onWrite = onWrite;
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
   * @throws StoreError if `run` or the commit failed
   */
  async write<Result>(run: () => Result): Promise<Result> {
    try {
      const result = await new Promise<Result>((resolve, reject) => {
        this.#waiting.push({ run, resolve: (done) => resolve(done as Result), reject });
        this.#scheduled ??= setImmediate(() => this.flush());
      });
      this.#onWrite?.(true);
      return result;
    } catch (error) {
      if (isStoreFault(error)) this.#onWrite?.(false);
      throw storeErrorOf(error, this.#path);
    }
  }

  /** Commits what's waiting, now. */
  flush(): void {
    clearImmediate(this.#scheduled);
    this.#scheduled = undefined;
    const batch = this.#waiting;
    this.#waiting = [];
    if (batch.length === 0) return;
    try {
      const results = this.#commit(batch);
      for (const [index, write] of batch.entries()) write.resolve(results[index]);
    } catch (error) {
      if (batch.length === 1) batch[0]?.reject(error);
      else this.#oneByOne(batch);
    }
  }

  /** One bad write must not fail the others. */
  #oneByOne(batch: readonly QueuedWrite[]): void {
    for (const write of batch) {
      try {
        write.resolve(this.#commit([write])[0]);
      } catch (error) {
        write.reject(error);
      }
    }
  }

  #commit(batch: readonly QueuedWrite[]): unknown[] {
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
