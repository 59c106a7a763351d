import { EventEmitter } from 'node:events';
import type { StatementSync } from 'node:sqlite';
import type { KeyvStoreAdapter, StoredData } from 'keyv';
import { keyRange } from './collection.ts';
import { recordTable } from './migration.ts';
import type { SqliteFile } from './sqlite-file.ts';
import { storeErrorOf } from './store-error.ts';

const pageRows = 500;

/**
 * Keyv's store interface over one namespace of the open file. Each `Keyv` needs its own adapter, because Keyv writes
 * its namespace into the adapter; they share the file.
 */
export class SqliteAdapter extends EventEmitter implements KeyvStoreAdapter {
  /** Keyv only offers its iterator to the dialects it knows. */
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
    // Keyv's type doesn't mention that an adapter returns the serialised text.
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

  /** In key order, one page at a time. Records written meanwhile may or may not be included. */
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
