import { EventEmitter } from 'node:events';
import type { DatabaseSync, StatementSync } from 'node:sqlite';
import type { KeyvStoreAdapter, StoredData } from 'keyv';

/** Keyv over SQLite as it is usually written: as durable as ours (WAL, FULL), and each write its own transaction. */
export class PlainSqlite extends EventEmitter implements KeyvStoreAdapter {
  /** Keyv offers its iterator only to the dialects it knows. */
  readonly opts = { dialect: 'sqlite', url: 'sqlite://bench' };
  namespace?: string | undefined;
  readonly #get: StatementSync;
  readonly #put: StatementSync;
  readonly #delete: StatementSync;
  readonly #all: StatementSync;
  readonly #clear: StatementSync;

  constructor(database: DatabaseSync) {
    super();
    database.exec('PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL');
    database.exec('CREATE TABLE IF NOT EXISTS keyv (key TEXT PRIMARY KEY, value TEXT NOT NULL) STRICT');
    this.#get = database.prepare('SELECT value FROM keyv WHERE key = ?');
    this.#put = database.prepare('INSERT OR REPLACE INTO keyv (key, value) VALUES (?, ?)');
    this.#delete = database.prepare('DELETE FROM keyv WHERE key = ?');
    this.#all = database.prepare('SELECT key, value FROM keyv ORDER BY key');
    this.#clear = database.prepare('DELETE FROM keyv');
  }

  async get<Value>(key: string): Promise<StoredData<Value> | undefined> {
    return this.#get.get(key)?.value as StoredData<Value> | undefined;
  }

  async set(key: string, value: string): Promise<void> {
    this.#put.run(key, value);
  }

  async delete(key: string): Promise<boolean> {
    return this.#delete.run(key).changes > 0;
  }

  async clear(): Promise<void> {
    this.#clear.run();
  }

  async *iterator<Value>(): AsyncGenerator<Array<string | Awaited<Value> | undefined>, void> {
    for (const row of this.#all.all()) yield [String(row.key), String(row.value)];
  }
}
