import { chmodSync, mkdtempSync, rmSync, statfsSync } from 'node:fs';

const memory = '/dev/shm/';
/** Far more than a run of everything was seen to hold at a time, which is about 0.1 GB. */
const enoughBytes = 8 * 1024 ** 3;

/**
 * Temporary files are in memory where there's room for them: stores write through to the disk with each record, which is more work for
 * the kernel than for the store. Where somebody chose another place, that's theirs.
 */
export function keepScratchInMemory(): void {
  if (process.env.TMPDIR || !hasRoom()) return;
  const folder = mkdtempSync(`${memory}emcee-`);
  // PostgreSQL is another user.
  chmodSync(folder, 0o1777);
  process.env.TMPDIR = folder;
  process.once('exit', () => rmSync(folder, { recursive: true, force: true }));
}

function hasRoom(): boolean {
  try {
    const { bavail, bsize } = statfsSync(memory);
    return bavail * bsize >= enoughBytes;
  } catch {
    return false;
  }
}
