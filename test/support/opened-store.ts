import { onTestFinished } from 'vitest';
import { temporaryFolder } from '../../sandbox/test/support/temporary-folder.ts';
import type { Atomic } from '../../src/storage/atomic/atomic.ts';
import { nobodyElse } from '../../src/storage/elsewhere.ts';
import { openStore, type Store, type StoreOptions, storeOn } from '../../src/storage/store.ts';
import { silentLog } from './fake-log.ts';

/** A store that is closed when its test is over, and that waits for no other program. */
export function openedStore(dataDir = temporaryFolder(), options: Partial<StoreOptions> = {}): Store {
  const store = openStore({ dataDir, log: silentLog, lockTimeoutMs: 0, ...options });
  onTestFinished(async () => await store.close());
  return store;
}

/** A store on records and money that come from elsewhere, with nothing below them. */
export function storeOver(
  atomic: Atomic,
  { log = silentLog, now = () => 0 }: Partial<Parameters<typeof storeOn>[1]> = {},
): Store {
  const parts = {
    ...{ atomic, schemaVersion: 1, hadRecords: false, elsewhere: nobodyElse, copies: () => [] },
    checkpoint: () => undefined,
    inSmallSteps: <Result>(work: () => Promise<Result>) => work(),
    moveLog: async () => undefined,
    eraseTraces: async () => false,
    close: async () => undefined,
  };
  return storeOn(parts, { log, now });
}
