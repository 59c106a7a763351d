import { openStore } from '../../../src/storage/store.ts';
import { StoreError } from '../../../src/storage/store-error.ts';
import { silentLog } from '../../support/fake-log.ts';

/** Opens the store in a folder and prints how that went: `<folder>`. */
try {
  await openStore({ dataDir: process.argv[2] ?? '', log: silentLog }).close();
  console.log('opened');
} catch (error) {
  console.log(error instanceof StoreError ? `${error.trouble}: ${error.message}` : error);
}
