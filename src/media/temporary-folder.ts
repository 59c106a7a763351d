import { rmSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { makeOwnFolder } from '../operations/own-files.ts';

/**
 * Where people's files are while they're looked at: beside the store, so that the bot writes nowhere else. What a killed process
 * left there is gone once this was called; only the holder of the store's lock may.
 */
export function emptyTemporaryFolder(dataDir: string): string {
  const folder = join(dataDir, 'temporary');
  rmSync(folder, { recursive: true, force: true });
  makeOwnFolder(folder);
  return folder;
}

/** Does the work with a folder of its own, which is gone afterwards, however the work ends. */
export async function inTemporaryFolder<Result>(
  above: string,
  work: (folder: string) => Promise<Result>,
): Promise<Result> {
  const folder = await mkdtemp(join(above, 'emcee-file-'));
  try {
    return await work(folder);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}
