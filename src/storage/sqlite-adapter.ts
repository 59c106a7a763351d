import { EventEmitter } from 'node:events';
import type { StatementSync } from 'node:sqlite';
import type { KeyvStoreAdapter, StoredData } from 'keyv';
import type { SqliteAccess } from './atomic/sqlite-access.ts';
import { keyRange } from './collection.ts';
import { putRecord, recordTable } from './layout.ts';

/**
 * Keyv's store interface over one namespace of the open file. Each `Keyv` needs its own adapter, because Keyv writes
 * its namespace into the adapter; they share the file.
 */
export class SqliteAdapter extends EventEmitter implements KeyvStoreAdapter {
  readonly opts = { dialect: 'sqlite', url: 'sqlite://emcee' };
  namespace?: string | undefined;
  readonly #access: SqliteAccess;
  readonly #get: StatementSync;
  readonly #put: StatementSync;
  readonly #delete: StatementSync;
  readonly #clear: StatementSync;

  constructor(access: SqliteAccess) {
    super();
    this.#access = access;
    const { database } = access;
    this.#get = database.prepare(`SELECT value FROM ${recordTable} WHERE key = ?`);
    this.#put = database.prepare(putRecord);
    this.#delete = database.prepare(`DELETE FROM ${recordTable} WHERE key = ?`);
    this.#clear = database.prepare(`DELETE FROM ${recordTable} WHERE key >= ? AND key < ?`);
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
}
