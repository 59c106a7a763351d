import { spawnSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { temporaryFolder } from '../../sandbox/test/support/temporary-folder.ts';

const root = fileURLToPath(new URL('../../', import.meta.url));
const program = join(root, 'node_modules/vitest/vitest.mjs');

const fine = "import { afterAll, beforeAll, describe, test } from 'vitest';\n";
const file = (text: string) => `${fine}${text}\n`;

test('hooks that fail before or after all tests, and files that fail to load, are failures of the run', () => {
  const folder = temporaryFolder();
  const files = {
    'after.test.mjs': file("test('a', () => {}); afterAll(() => { throw new Error('left open'); });"),
    'before.test.mjs': file(
      "describe('s', () => { beforeAll(() => { throw new Error('no stage'); }); test('b', () => {}); });",
    ),
    'inside.test.mjs': file(
      "describe('s', () => { afterAll(() => { throw new Error('odd'); }); test('c', () => {}); });",
    ),
    'load.test.mjs': file("throw new Error('no file');"),
    'plain.test.mjs': file(
      "test('d', () => {}); test('e', () => { throw new Error('e'); }); test.skip('f', () => {});",
    ),
  };
  for (const [name, text] of Object.entries(files)) writeFileSync(join(folder, name), text);
  const reporter = join(root, 'test/support/tally-reporter.ts');
  const config = `export default { root: ${JSON.stringify(folder)}, test: { reporters: [${JSON.stringify(reporter)}], maxWorkers: 1, isolate: false } };`;
  writeFileSync(join(folder, 'vitest.config.mjs'), config);
  // The files there find vitest here.
  writeFileSync(join(folder, 'package.json'), '{}');
  const { stdout, status } = spawnSync(
    process.execPath,
    [program, 'run', '--config', join(folder, 'vitest.config.mjs')],
    {
      cwd: root,
      encoding: 'utf8',
      env: { ...process.env, VITEST: undefined, NODE_PATH: join(root, 'node_modules') },
    },
  );
  expect(status).toBe(1);
  expect(stdout).toContain('3 passed, 5 failed, 2 skipped');
});
