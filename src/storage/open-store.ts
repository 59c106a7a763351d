import type { Logger } from 'pino';
import type { Clock } from '../operations/clock.ts';
import { openPostgresStore } from './postgres/open.ts';
import { openStore, type Store } from './store.ts';
import { awaitStoreLock } from './store-lock.ts';

interface ConfiguredStore {
  readonly dataDir: string;
  /** PostgreSQL instead of the file. */
  readonly storeUrl?: string | undefined;
  /** For what records say. */
  readonly now: () => number;
  /** For waiting. */
  readonly clock: Clock;
  readonly log: Logger;
  readonly signal: AbortSignal;
  /** Told of every write, and whether the store took it. */
  readonly onWrite: (succeeded: boolean) => void;
  /** Another bot uses the store now. */
  readonly onLost: () => void;
}

/** The bot's store, wherever its owner wants it, once no other bot uses it. @throws StoreError */
export async function openConfiguredStore({ dataDir, storeUrl, ...shared }: ConfiguredStore): Promise<Store> {
  if (storeUrl !== undefined) return await openPostgresStore({ url: storeUrl, ...shared });
  const lock = await awaitStoreLock({ dataDir, ...shared });
  return openStore({ dataDir, lock, ...shared });
}
