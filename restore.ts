import { takeOverEnvFile } from './launch/env-file.ts';
import { ConfigError } from './src/config/config-error.ts';
import { dataDirOf } from './src/config/data-dir.ts';
import { storeUrlOf } from './src/config/store.ts';
import { restore } from './src/storage/restore.ts';
import { StoreError } from './src/storage/store-error.ts';

takeOverEnvFile();
const [file] = process.argv.slice(2);
const dataDir = dataDirOf(process.env);
try {
  if (storeUrlOf(process.env))
    throw new StoreError(
      'unwritable',
      'The store is in PostgreSQL (STORE_URL), so PostgreSQL restores it: stop the bot, then pg_restore --clean --dbname=DATABASE FILE',
    );
  if (!file) throw new StoreError('unwritable', 'Say which back-up: npm run restore -- FILE');
  const { kept } = restore(dataDir, file, Date.now());
  const before = kept ? ` What was there before is now ${kept}.` : '';
  console.log(`Restored ${file} into ${dataDir}.${before} Start the bot with npm start.`);
} catch (error) {
  if (!(error instanceof StoreError || error instanceof ConfigError)) throw error;
  console.error(error.message);
  process.exitCode = 1;
}
