import { spawnSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { temporaryFolder } from '../../sandbox/test/support/temporary-folder.ts';

const root = fileURLToPath(new URL('../../', import.meta.url));

/**
 * Runs tests of their own, written to a folder, by one of this project's programs, whose options may follow it.
 * @param files by their names, below a line that has `test` and hooks
 * @param settings what stands in the folder's Vitest configuration beside its reporter
 */
export function runTestsInAFolder(
  program: readonly string[],
  files: Readonly<Record<string, string>>,
  settings: object = {},
) {
  const folder = temporaryFolder();
  const first = "import { afterAll, beforeAll, describe, expect, test } from 'vitest';";
  for (const [name, text] of Object.entries(files)) writeFileSync(join(folder, name), `${first}\n${text}\n`);
  const test = {
    reporters: [join(root, 'test/support/tally-reporter.ts')],
    maxWorkers: 1,
    isolate: false,
    ...settings,
  };
  const config = join(folder, 'vitest.config.mjs');
  writeFileSync(config, `export default ${JSON.stringify({ root: folder, test })};`);
  // The files there find vitest here.
  writeFileSync(join(folder, 'package.json'), '{}');
  return spawnSync(process.execPath, [...program, '--config', config], {
    cwd: root,
    encoding: 'utf8',
    env: { ...process.env, VITEST: undefined, NODE_PATH: join(root, 'node_modules') },
  });
}
