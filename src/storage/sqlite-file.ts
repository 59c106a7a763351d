import { EventEmitter } from 'node:events';
import { existsSync, mkdirSync, renameSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync, type StatementSync } from 'node:sqlite';
import type { KeyvStoreAdapter, StoredData } from 'keyv';
import { keyRange } from './collection.ts';
import { latestVersion, type Migration, migrate, recordTable, schemaVersionOf } from './migration.ts';
import { assertNothingIsGone, checkPages } from './store-check.ts';
import { copyBeforeMigration } from './store-copies.ts';
import { storeErrorOf } from './store-error.ts';

interface SqliteFileOptions {
  /** Made when it does not exist, readable by its owner only. */
  readonly dataDir: string;
  readonly migrations: readonly Migration[];
  /** How long another process may take to let go of the file: a restart overlaps with the end of its predecessor. */
  readonly lockTimeoutMs?: number;
}

/** The open database and its one writer. */
interface SqliteFile {
  readonly path: string;
  readonly schemaVersion: number;
  /** False when the file is too large for all its pages to be read at each start. */
  readonly checked: boolean;
  readonly database: DatabaseSync;
  readonly writes: WriteQueue;
  checkpoint(): void;
  close(): void;
}

/**
 * Opens `emcee.sqlite` (WAL; a commit is on disk before it is acknowledged), looks whether it is whole, and brings it to
 * the current schema.
 * `emcee.lock` beside it is held while the store is open: two bots on one store would deliver everything twice. The
 * kernel frees it when the process ends, however that happens.
 * @throws StoreError
 */
export function openSqliteFile(options: SqliteFileOptions): SqliteFile {
  const path = join(options.dataDir, 'emcee.sqlite');
  const opened: DatabaseSync[] = [];
  const close = () => {
    for (const database of opened.splice(0).reverse()) database.close();
  };
  const timeout = options.lockTimeoutMs ?? 5_000;
  try {
    mkdirSync(options.dataDir, { recursive: true, mode: 0o700 });
    const lock = new DatabaseSync(join(options.dataDir, 'emcee.lock'), { timeout });
    opened.push(lock);
    lock.exec('BEGIN EXCLUSIVE');
    assertNothingIsGone(path);
    if (!existsSync(path)) make(path, options.migrations);
    const database = new DatabaseSync(path, { timeout });
    opened.push(database);
    // What is deleted is overwritten, too: prompts are not to be found in the file any more.
    database.exec('PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL; PRAGMA secure_delete = ON');
    const checked = checkPages(database, path);
    const found = schemaVersionOf(database, path);
    const latest = latestVersion(options.migrations);
    if (found > 0 && found < latest) copyBeforeMigration(database, path, latest);
    const schemaVersion = migrate(database, options.migrations, path);
    const writes = new WriteQueue(database);
    return {
      path,
      schemaVersion,
      checked,
      database,
      writes,
      checkpoint: () => {
        const done = database.prepare('PRAGMA wal_checkpoint(TRUNCATE)').get();
        if (done?.busy !== 0) throw new Error('the store is being read by another program');
      },
      close: () => {
        if (opened.length > 0) writes.flush();
        close();
      },
    };
  } catch (error) {
    close();
    throw storeErrorOf(error, path);
  }
}

/** Whole or not at all, so that an empty file is never one that was just being made. */
function make(path: string, migrations: readonly Migration[]): void {
  const unfinished = `${path}.unfinished`;
  rmSync(unfinished, { force: true });
  const database = new DatabaseSync(unfinished);
  try {
    migrate(database, migrations, path);
  } finally {
    database.close();
  }
  renameSync(unfinished, path);
}

interface QueuedWrite {
  run(): unknown;
  resolve(result: unknown): void;
  reject(error: unknown): void;
}

/**
 * Gathers the writes of one turn of the event loop into one transaction, so that a burst costs one flush to disk and
 * not one each. A write is acknowledged only after its transaction is on disk.
 */
export class WriteQueue {
  readonly #database: DatabaseSync;
  #waiting: QueuedWrite[] = [];
  #scheduled: NodeJS.Immediate | undefined;

  constructor(database: DatabaseSync) {
    this.#database = database;
  }

  /** Resolves to what `run` returned once that is durable; rejects when it, or the commit, failed. */
  write<Result>(run: () => Result): Promise<Result> {
    return new Promise((resolve, reject) => {
      this.#waiting.push({ run, resolve: (result) => resolve(result as Result), reject });
      this.#scheduled ??= setImmediate(() => this.flush());
    });
  }

  /** Commits what is waiting, now. */
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

  /** One bad write must not take the others with it. */
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

const pageRows = 500;

/**
 * Keyv's store interface over one namespace of the open file. Each `Keyv` needs an adapter of its own, because Keyv
 * writes its namespace into the adapter; the file behind them is shared.
 */
export class SqliteAdapter extends EventEmitter implements KeyvStoreAdapter {
  /** Keyv offers its iterator only to the dialects it knows. */
  readonly opts = { dialect: 'sqlite', url: 'sqlite://emcee' };
  namespace?: string | undefined;
  readonly #file: SqliteFile;
  readonly #get: StatementSync;
  readonly #put: StatementSync;
  readonly #delete: StatementSync;
  readonly #clear: StatementSync;
  readonly #firstPage: StatementSync;
  readonly #nextPage: StatementSync;

  constructor(file: SqliteFile) {
    super();
    this.#file = file;
    const { database } = file;
    const page = (comparison: '>=' | '>') =>
      database.prepare(
        `SELECT key, value FROM ${recordTable} WHERE key ${comparison} ? AND key < ? ORDER BY key LIMIT ${pageRows}`,
      );
    this.#get = database.prepare(`SELECT value FROM ${recordTable} WHERE key = ?`);
    this.#put = database.prepare(`INSERT OR REPLACE INTO ${recordTable} (key, value) VALUES (?, ?)`);
    this.#delete = database.prepare(`DELETE FROM ${recordTable} WHERE key = ?`);
    this.#clear = database.prepare(`DELETE FROM ${recordTable} WHERE key >= ? AND key < ?`);
    this.#firstPage = page('>=');
    this.#nextPage = page('>');
  }

  async get<Value>(key: string): Promise<StoredData<Value> | undefined> {
    // Keyv's own type leaves out that an adapter hands back the serialised text.
    return this.#plainly(() => this.#get.get(key)?.value) as StoredData<Value> | undefined;
  }

  async set(key: string, value: string): Promise<void> {
    await this.#write(() => this.#put.run(key, value));
  }

  /** All of them in one transaction. */
  async setMany(records: readonly { key: string; value: string }[]): Promise<void> {
    await this.#write(() => {
      for (const { key, value } of records) this.#put.run(key, value);
    });
  }

  async delete(key: string): Promise<boolean> {
    return await this.#write(() => this.#delete.run(key).changes > 0);
  }

  async clear(): Promise<void> {
    const { from, before } = keyRange(this.namespace ?? '');
    await this.#write(() => this.#clear.run(from, before));
  }

  /** In key order, a page at a time; what is written meanwhile may or may not be seen. */
  async *iterator<Value>(
    namespace?: string,
  ): AsyncGenerator<Array<string | Awaited<Value> | undefined>, void> {
    const { from, before } = keyRange(namespace ?? '');
    let rows = this.#plainly(() => this.#firstPage.all(from, before));
    while (rows.length > 0) {
      let last = from;
      for (const row of rows) {
        last = String(row.key);
        yield [last, String(row.value)];
      }
      rows = rows.length < pageRows ? [] : this.#plainly(() => this.#nextPage.all(last, before));
    }
  }

  async #write<Result>(run: () => Result): Promise<Result> {
    try {
      return await this.#file.writes.write(run);
    } catch (error) {
      throw storeErrorOf(error, this.#file.path);
    }
  }

  #plainly<Result>(read: () => Result): Result {
    try {
      return read();
    } catch (error) {
      throw storeErrorOf(error, this.#file.path);
    }
  }
}
