import { takeOverEnvFile } from './launch/env-file.ts';
import { ConfigError } from './src/config/config-error.ts';
import { dataDirOf } from './src/config/data-dir.ts';
import { storeUrlOf } from './src/config/store.ts';
import { backUp } from './src/storage/back-up.ts';
import { StoreError } from './src/storage/store-error.ts';

takeOverEnvFile();
const [file] = process.argv.slice(2);
const dataDir = dataDirOf(process.env);
try {
  if (storeUrlOf(process.env))
    throw new StoreError(
      'unwritable',
      'The store is in PostgreSQL (STORE_URL), so PostgreSQL backs it up: pg_dump --schema=emcee --format=custom --file=FILE DATABASE',
    );
  if (!file) throw new StoreError('unwritable', 'Say where to put it: npm run backup -- FILE');
  backUp(dataDir, file);
  console.log(`Backed up the store of ${dataDir} to ${file}. To bring it back: npm run restore -- ${file}`);
} catch (error) {
  if (!(error instanceof StoreError || error instanceof ConfigError)) throw error;
  console.error(error.message);
  process.exitCode = 1;
}
