import type { DatabaseSync } from 'node:sqlite';
import { isStoreFault, storeErrorOf } from '../store-error.ts';
import type { WriteQueue } from '../write-queue.ts';

/** The way into an open file for everything that's kept in it: writes in a transaction each, errors in plain words. */
export interface SqliteAccess {
  readonly database: DatabaseSync;
  /** @throws StoreError */
  readonly read: <Result>(run: () => Result) => Result;
  /** All or nothing of what `run` does; on disk when it resolves. @throws StoreError */
  readonly write: <Result>(run: () => Result) => Promise<Result>;
}

interface OpenDatabase {
  readonly path: string;
  readonly database: DatabaseSync;
  readonly writes: WriteQueue;
}

/** @param onWrite told of every write, and whether the store took it */
export function sqliteAccess(
  { database, path, writes }: OpenDatabase,
  onWrite: (succeeded: boolean) => void = () => undefined,
): SqliteAccess {
  return {
    database,
    read: (run) => {
      try {
        return run();
      } catch (error) {
        throw storeErrorOf(error, path);
      }
    },
    write: async (run) => {
      try {
        const result = await writes.write(run);
        onWrite(true);
        return result;
      } catch (error) {
        if (isStoreFault(error)) onWrite(false);
        throw storeErrorOf(error, path);
      }
    },
  };
}
