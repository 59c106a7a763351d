import { mkdirSync, rmSync } from 'node:fs';
import { pino } from 'pino';
import { copyStore } from './back-up.ts';
import { restore } from './restore.ts';
import { openStore } from './store.ts';

/**
 * `<store> <copy> <trial folder>`: copies the store, and restores the copy into a folder of its own as an operator would, to see that
 * the bot starts from it. A process of its own, because copying holds up everything else for as long as it takes.
 */
const [store = '', copy = '', trial = ''] = process.argv.slice(2);
rmSync(trial, { recursive: true, force: true });
try {
  copyStore(store, copy);
  mkdirSync(trial, { recursive: true, mode: 0o700 });
  restore(trial, copy, Date.now());
  await openStore({ dataDir: trial, log: pino({ level: 'silent' }) }).close();
} catch (error) {
  rmSync(copy, { force: true });
  process.stderr.write(error instanceof Error ? error.message : String(error));
  process.exitCode = 1;
} finally {
  rmSync(trial, { recursive: true, force: true });
}
