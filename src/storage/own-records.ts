import { arePartial, type Shards } from '../operations/shards.ts';
import type { RecordQuery } from './atomic/atomic.ts';
import type { Collection } from './collection.ts';
import type { CollectionName, KeptStore } from './kept.ts';

/** Of these, every process wants to know all. */
const everybodys: ReadonlySet<CollectionName> = new Set(['never-heard', 'never-written', 'guilds']);

/**
 * The store as a process with some of the shards sees it. A part that goes through all records, to continue or to clear them, gets those
 * of its own servers, and so does one that asks for what's still to be done. What else is asked for by id, by person or by server is
 * found in any server.
 */
export function ownRecords(store: KeptStore, shards: Shards): KeptStore {
  if (!arePartial(shards)) return store;
  return {
    ...store,
    collection: (name, schema, indexOf) => {
      const all = store.collection(name, schema, indexOf);
      return everybodys.has(name) ? all : ofShards(all, shards);
    },
  };
}

function ofShards<T>(all: Collection<T>, shards: Exclude<Shards, 'auto'>): Collection<T> {
  const select = (query: Omit<RecordQuery, 'collection'>) =>
    all.select(query.open || !isAboutSomeone(query) ? { ...query, shards } : query);
  return {
    get: async (id) => await all.get(id),
    set: async (id, value) => await all.set(id, value),
    setMany: async (entries) => await all.setMany(entries),
    add: async (id, value, along) => await all.add(id, value, along),
    change: async (id, change, along) => await all.change(id, change, along),
    delete: async (id) => await all.delete(id),
    entries: () => select({}),
    select,
  };
}

function isAboutSomeone({ guildId, userId, alias, about }: Omit<RecordQuery, 'collection'>): boolean {
  return [guildId, userId, alias, about].some((value) => value !== undefined);
}
