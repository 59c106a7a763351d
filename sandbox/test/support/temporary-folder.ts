import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { onTestFinished } from 'vitest';

/** A folder that is gone when the test is over. */
export function temporaryFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'emcee-test-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

/** The path of a file with these bytes, in a folder of its own. */
export function temporaryFile(bytes: Uint8Array): string {
  const path = join(temporaryFolder(), 'file');
  writeFileSync(path, bytes);
  return path;
}
