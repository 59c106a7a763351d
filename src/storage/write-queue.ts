import type { DatabaseSync } from 'node:sqlite';

interface QueuedWrite {
  run(): unknown;
  resolve(result: unknown): void;
  reject(error: unknown): void;
}

/**
 * Combines the writes of one turn of the event loop into one transaction, so a burst costs one flush to disk instead of
 * one each. A write is only acknowledged when its transaction is on disk.
 */
export class WriteQueue {
  readonly #database: DatabaseSync;
  #waiting: QueuedWrite[] = [];
  #scheduled: NodeJS.Immediate | undefined;

  constructor(database: DatabaseSync) {
    this.#database = database;
  }

  /** Resolves to what `run` returned once that's durable. Rejects if `run` or the commit failed. */
  write<Result>(run: () => Result): Promise<Result> {
    return new Promise((resolve, reject) => {
      this.#waiting.push({ run, resolve: (result) => resolve(result as Result), reject });
      this.#scheduled ??= setImmediate(() => this.flush());
    });
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
    this.#database.exec('BEGIN IMMEDIATE');
    try {
      const results = batch.map((write) => write.run());
      this.#database.exec('COMMIT');
      return results;
    } catch (error) {
      if (this.#database.isTransaction) this.#database.exec('ROLLBACK');
      throw error;
    }
  }
}
