import { takeOverEnvFile } from './launch/env-file.ts';
import { ConfigError } from './src/config/config-error.ts';
import { dataDirOf } from './src/config/data-dir.ts';
import { storeUrlOf } from './src/config/store.ts';
import { systemClock as clock } from './src/operations/clock.ts';
import { createLog } from './src/operations/log.ts';
import { openFileSide } from './src/storage/move/file-side.ts';
import { moveStore } from './src/storage/move/move.ts';
import { openPostgresSide } from './src/storage/move/postgres-side.ts';
import type { MoveSide } from './src/storage/move/side.ts';
import { StoreError } from './src/storage/store-error.ts';

takeOverEnvFile();
const [order = 'to-postgres'] = process.argv.slice(2);
const opened: MoveSide[] = [];
try {
  if (order !== 'to-postgres' && order !== 'to-file')
    throw new StoreError('not-copied', 'Say where to: npm run move-store -- to-postgres, or to-file');
  const url = storeUrlOf(process.env);
  if (!url) throw new StoreError('not-copied', 'Set STORE_URL to the PostgreSQL to move to or from.');
  const dataDir = dataDirOf(process.env);
  const file = openFileSide(dataDir, order === 'to-file');
  opened.push(file);
  const postgres = await openPostgresSide(url, { clock, log: createLog('silent') });
  opened.push(postgres);
  const [from, to] = order === 'to-postgres' ? [file, postgres] : [postgres, file];
  const { tables, kept } = await moveStore(from, to, clock.now());
  for (const { table, rows, sha256 } of tables) console.log(`${table}: ${rows} rows, sha256 ${sha256}`);
  console.log(
    `Moved to ${to.where}, each row compared. The old store is now ${kept}; delete it once all is well.`,
  );
  console.log(
    order === 'to-postgres'
      ? 'Keep STORE_URL set, and start the bot.'
      : 'Take STORE_URL out of the settings, and start the bot.',
  );
} catch (error) {
  if (!(error instanceof StoreError || error instanceof ConfigError)) throw error;
  console.error(error.message);
  process.exitCode = 1;
} finally {
  for (const side of opened) await side.close();
}
