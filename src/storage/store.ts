import { Keyv } from 'keyv';
import type { Logger } from 'pino';
import { type ZodType, z } from 'zod';
import { KeyedMutex } from '../operations/mutex.ts';
import type { Paces } from '../operations/paces.ts';
import type { SharedLine } from '../operations/shared-line.ts';
import type { WorkQueue } from '../operations/work-queue.ts';
import type { Atomic, Whose } from './atomic/atomic.ts';
import { sqliteAtomic } from './atomic/sqlite-atomic.ts';
import {
  assertNamespace,
  type Collection,
  deserializeRecord,
  idIn,
  KeyvCollection,
  serializeRecord,
} from './collection.ts';
import { nobodyElse, type WritesElsewhere } from './elsewhere.ts';
import type { Migration } from './migration.ts';
import { migrations } from './migrations.ts';
import { type IndexRecord, nobodys } from './record-index.ts';
import { RecordsAdapter } from './records-adapter.ts';
import { openSqliteFile, type SqliteFile } from './sqlite-file.ts';
import { type Copy, copiesOf } from './store-copies.ts';
import type { StoreLock } from './store-lock.ts';

export interface StoreOptions {
  readonly dataDir: string;
  readonly log: Logger;
  readonly migrations?: readonly Migration[];
  readonly now?: () => number;
  /** The folder's lock, if it's already held. */
  readonly lock?: StoreLock;
  readonly lockTimeoutMs?: number;
  /** Told of every write, and whether the store took it. */
  readonly onWrite?: (succeeded: boolean) => void;
}

export interface Store {
  readonly schemaVersion: number;
  /** It had records when it was opened. */
  readonly hadRecords: boolean;
  /** Values are validated with the schema when they're read and when they're written; `indexOf` says whose they are. */
  collection<T>(name: string, schema: ZodType<T>, indexOf: IndexRecord<T>): Collection<T>;
  /** Everything that's theirs, in whatever collection, without reading anyone else's. Not validated. */
  recordsOf(whose: Whose): AsyncIterable<StoredRecord>;
  /** Money and ownership: what's decided in one step. */
  readonly atomic: Atomic;
  /** Unreadable records, by `<collection>/<id>`. */
  readonly setAside: Collection<SetAside>;
  /** What other processes write; one that has the store for itself hears of nothing. */
  readonly elsewhere: WritesElsewhere;
  /** For what several processes may do only so fast together. Absent: this one has the store for itself. */
  readonly paces?: Paces;
  /** The same for what may go on at once, and whose turn it is. */
  readonly line?: SharedLine;
  /** Work that's taken by one of several processes; only where some are workers. */
  readonly work?: WorkQueue;
  /** Copies made before updates, newest first. */
  copies(): readonly Copy[];
  /**
   * Moves everything from the log beside it into the one file.
   * @throws {Error} while it's being read
   */
  checkpoint(): void;
  /** While `work` writes a lot, no single write takes long because it has to move the log into the file; `moveLog` does. */
  inSmallSteps<Result>(work: () => Promise<Result>): Promise<Result>;
  /** Moves the log into the file and holds nobody up. @throws {Error} while it's being read */
  moveLog(): Promise<void>;
  /**
   * Moves the log into the file, looks there for what was deleted, and erases it. Resolves to whether there was something.
   * @throws {Error} while it's being read
   */
  eraseTraces(text: string): Promise<boolean>;
  /** A write that changes nothing. @throws StoreError */
  probe(): Promise<void>;
  /** Writes what's waiting and releases the file. Can be called twice. */
  close(): Promise<void>;
}

export interface StoredRecord {
  readonly collection: string;
  readonly id: string;
  readonly value: unknown;
}

/** The collection of unreadable records, so they can be looked at. */
const setAsideName = 'set-aside';
const setAsideSchema = z.object({ setAsideAt: z.number(), stored: z.unknown() });
export type SetAside = z.infer<typeof setAsideSchema>;

/**
 * Opens the embedded store in `dataDir`, created or migrated as needed.
 * @throws StoreError if it's locked, damaged, unwritable or from a newer version
 */
export function openStore(options: StoreOptions): Store {
  const file = openSqliteFile({
    dataDir: options.dataDir,
    migrations: options.migrations ?? migrations,
    lock: options.lock,
    onWrite: options.onWrite,
    ...(options.lockTimeoutMs === undefined ? {} : { lockTimeoutMs: options.lockTimeoutMs }),
  });
  const { log, now = Date.now } = options;
  if (!file.checked) log.warn({ path: file.path }, 'the store is too large to check at start');
  const engine: StoreEngine = {
    atomic: sqliteAtomic(file.access, now),
    schemaVersion: file.schemaVersion,
    hadRecords: file.hadRecords,
    elsewhere: nobodyElse,
    copies: () => copiesOf(file.path),
    checkpoint: () => file.checkpoint(),
    inSmallSteps: smallStepsOf(file),
    moveLog: async () => await file.moveLog(),
    eraseTraces: async (text) => await file.eraseTraces(text),
    close: async () => file.close(),
  };
  return storeOn(engine, { log, now });
}

function smallStepsOf(file: Pick<SqliteFile, 'setLogMoved'>): Store['inSmallSteps'] {
  let running = 0;
  return async (work) => {
    running += 1;
    try {
      file.setLogMoved('elsewhere');
      return await work();
    } finally {
      running -= 1;
      if (running === 0) file.setLogMoved('here');
    }
  };
}

/** What a store stands on. */
export type StoreEngine = Omit<Store, 'collection' | 'recordsOf' | 'setAside' | 'probe'>;

/** Collections on whatever engine. */
export function storeOn(
  engine: StoreEngine,
  { log, now }: Required<Pick<StoreOptions, 'log' | 'now'>>,
): Store {
  const { atomic } = engine;
  const keyvOf = (namespace: string) =>
    new Keyv<unknown>({
      store: new RecordsAdapter(atomic.records),
      namespace,
      serialize: serializeRecord,
      deserialize: deserializeRecord as <Value>(text: string) => { value?: Value; expires?: number },
      throwOnErrors: true,
      emitErrors: false,
    });
  const setAside = keyvOf(setAsideName);
  const mutexes = new Map<string, KeyedMutex>();
  const open = <T>(name: string, schema: ZodType<T>, indexOf: IndexRecord<T>): Collection<T> => {
    const mutex = mutexes.get(name) ?? new KeyedMutex();
    mutexes.set(name, mutex);
    const keyv = keyvOf(name);
    return new KeyvCollection({ name, schema, indexOf, keyv, atomic, setAside, mutex, log, now });
  };
  return {
    ...engine,
    collection: (name, schema, indexOf) => {
      assertNamespace(name);
      if (name === setAsideName) throw new Error(`${setAsideName} is reserved`);
      return open(name, schema, indexOf);
    },
    recordsOf: async function* (whose) {
      for await (const [key, text] of atomic.records.list(whose)) {
        const [collection = ''] = key.split(':', 1);
        yield { collection, id: idIn(key), value: deserializeRecord(text).value };
      }
    },
    setAside: open(setAsideName, setAsideSchema, nobodys),
    probe: async () => {
      await atomic.leases.acquire('probe', 'probe', 0);
    },
  };
}
