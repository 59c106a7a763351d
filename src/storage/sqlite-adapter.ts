import { EventEmitter } from 'node:events';
import type { StatementSync } from 'node:sqlite';
import type { KeyvStoreAdapter, StoredData } from 'keyv';
import type { SqliteAccess } from './atomic/sqlite-access.ts';
import { keyRange } from './collection.ts';
import { putRecord, recordTable } from './layout.ts';

const pageRows = 500;

/**
 * Keyv's store interface over one namespace of the open file. Each `Keyv` needs its own adapter, because Keyv writes
 * its namespace into the adapter; they share the file.
 */
export class SqliteAdapter extends EventEmitter implements KeyvStoreAdapter {
  /** Keyv only offers its iterator to the dialects it knows. */
  readonly opts = { dialect: 'sqlite', url: 'sqlite://emcee' };
  namespace?: string | undefined;
  readonly #access: SqliteAccess;
  readonly #get: StatementSync;
  readonly #put: StatementSync;
  readonly #delete: StatementSync;
  readonly #clear: StatementSync;
  readonly #firstPage: StatementSync;
  readonly #nextPage: StatementSync;

  constructor(access: SqliteAccess) {
    super();
    this.#access = access;
    const { database } = access;
    const page = (comparison: '>=' | '>') =>
      database.prepare(
        `SELECT key, value FROM ${recordTable} WHERE key ${comparison} ? AND key < ? ORDER BY key LIMIT ${pageRows}`,
      );
    this.#get = database.prepare(`SELECT value FROM ${recordTable} WHERE key = ?`);
    this.#put = database.prepare(putRecord);
    this.#delete = database.prepare(`DELETE FROM ${recordTable} WHERE key = ?`);
    this.#clear = database.prepare(`DELETE FROM ${recordTable} WHERE key >= ? AND key < ?`);
    this.#firstPage = page('>=');
    this.#nextPage = page('>');
  }

  async get<Value>(key: string): Promise<StoredData<Value> | undefined> {
    // Keyv's type doesn't mention that an adapter returns the serialised text.
    return this.#access.read(() => this.#get.get(key)?.value) as StoredData<Value> | undefined;
  }

  async set(key: string, value: string): Promise<void> {
    await this.#access.write(() => this.#put.run(key, value));
  }

  /** All of them in one transaction. */
  async setMany(records: readonly { key: string; value: string }[]): Promise<void> {
    await this.#access.write(() => {
      for (const { key, value } of records) this.#put.run(key, value);
    });
  }

  async delete(key: string): Promise<boolean> {
    return await this.#access.write(() => this.#delete.run(key).changes > 0);
  }

  async clear(): Promise<void> {
    const { from, before } = keyRange(this.namespace ?? '');
    await this.#access.write(() => this.#clear.run(from, before));
  }

  /** In key order, one page at a time. Records written meanwhile may or may not be included. */
  async *iterator<Value>(
    namespace?: string,
  ): AsyncGenerator<Array<string | Awaited<Value> | undefined>, void> {
    const { from, before } = keyRange(namespace ?? '');
    let rows = this.#access.read(() => this.#firstPage.all(from, before));
    while (rows.length > 0) {
      let last = from;
      for (const row of rows) {
        last = String(row.key);
        yield [last, String(row.value)];
      }
      rows = rows.length < pageRows ? [] : this.#access.read(() => this.#nextPage.all(last, before));
    }
  }
}
