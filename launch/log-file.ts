import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { makeOwnFolder } from '../src/operations/own-files.ts';

export interface ClaimedLog {
  readonly path: string;
  /** Leaves the name to the next start. */
  release(): void;
}

/**
 * A log that no other running launcher writes into: `emcee.log`, or one with this launcher's number while another has that.
 * A claim of a launcher that is gone counts for nothing.
 * @throws the file system's error when the folder can't be written
 */
export function claimLog(folder: string, pid = process.pid, isRunning = isProcessRunning): ClaimedLog {
  makeOwnFolder(folder);
  const claim = join(folder, 'emcee.log.pid');
  const owner = Number(textOf(claim));
  if (owner > 0 && owner !== pid && isRunning(owner)) {
    return { path: join(folder, `emcee-${pid}.log`), release: () => {} };
  }
  writeFileSync(claim, String(pid));
  return {
    path: join(folder, 'emcee.log'),
    release: () => {
      if (textOf(claim) === String(pid)) rmSync(claim, { force: true });
    },
  };
}

function textOf(path: string): string {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    return '';
  }
}

/** Another user's process is running, too: we just aren't allowed to ask it. */
function isProcessRunning(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return error instanceof Error && 'code' in error && error.code === 'EPERM';
  }
}
