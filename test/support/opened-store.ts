import { onTestFinished } from 'vitest';
import { temporaryFolder } from '../../sandbox/test/support/temporary-folder.ts';
import { openStore, type Store, type StoreOptions } from '../../src/storage/store.ts';
import { silentLog } from './fake-log.ts';

/** A store that is closed when its test is over, and that waits for no other program. */
export function openedStore(dataDir = temporaryFolder(), options: Partial<StoreOptions> = {}): Store {
  const store = openStore({ dataDir, log: silentLog, lockTimeoutMs: 0, ...options });
  onTestFinished(async () => await store.close());
  return store;
}
