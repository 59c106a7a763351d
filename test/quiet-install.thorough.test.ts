import { execFileSync } from 'node:child_process';
import { copyFile, mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';
import { programEnvironment } from '../sandbox/test/support/program-environment.ts';
import { temporaryFolder } from '../sandbox/test/support/temporary-folder.ts';

const root = fileURLToPath(new URL('..', import.meta.url));

it('npm ci says nothing of the Node it runs on: Emcee runs on the one that it installs', async () => {
  const folder = temporaryFolder();
  await copyFile(join(root, '.npmrc'), join(folder, '.npmrc'));
  await mkdir(join(folder, 'sandbox'));
  for (const name of ['package.json', 'package-lock.json', 'sandbox/package.json']) {
    const text = await readFile(join(root, name), 'utf8');
    await writeFile(join(folder, name), text.replaceAll(/"node": ">=24[^"]*"/g, '"node": ">=99"'));
  }
  const said = execFileSync('npm ci --dry-run --offline --ignore-scripts 2>&1', {
    cwd: folder,
    env: { ...programEnvironment(), HOME: folder },
    encoding: 'utf8',
    shell: true,
  });
  expect(said).toContain('added');
  expect(said).not.toContain('EBADENGINE');
});
