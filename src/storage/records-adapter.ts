import { EventEmitter } from 'node:events';
import type { KeyvStoreAdapter, StoredData } from 'keyv';
import type { AtomicRecords } from './atomic/atomic.ts';

/**
 * Keyv's store interface over one namespace of the records, whatever engine keeps them. Each `Keyv` needs its own adapter, because Keyv
 * writes its namespace into the adapter.
 */
export class RecordsAdapter extends EventEmitter implements KeyvStoreAdapter {
  readonly opts = { dialect: 'emcee', url: 'emcee://records' };
  namespace?: string | undefined;
  readonly #records: AtomicRecords;

  constructor(records: AtomicRecords) {
    super();
    this.#records = records;
  }

  async get<Value>(key: string): Promise<StoredData<Value> | undefined> {
    // Keyv's type doesn't mention that an adapter returns the serialised text.
    return (await this.#records.read(key))?.text as StoredData<Value> | undefined;
  }

  async set(key: string, value: string): Promise<void> {
    await this.#records.put([[key, value]]);
  }

  /** All of them in one transaction. */
  async setMany(records: readonly { key: string; value: string }[]): Promise<void> {
    await this.#records.put(records.map(({ key, value }) => [key, value]));
  }

  async delete(key: string): Promise<boolean> {
    return (await this.#records.remove([key])) > 0;
  }

  async clear(): Promise<void> {
    for await (const [key] of this.#records.list({ collection: this.namespace ?? '' }))
      await this.#records.remove([key]);
  }
}
