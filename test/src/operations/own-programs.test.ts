import { spawnSync } from 'node:child_process';
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';
import { temporaryFolder } from '../../../sandbox/test/support/temporary-folder.ts';

const source = fileURLToPath(new URL('../../../src/operations/own-programs.ts', import.meta.url));

/** What a bot with these settings gives a program of its own. */
function given(settings: Readonly<Record<string, string>>): Record<string, string> {
  const script = `const { ownProgramEnvironment } = await import(${JSON.stringify(source)});
    console.log(JSON.stringify(ownProgramEnvironment));`;
  const { stdout } = spawnSync(process.execPath, ['--input-type=module', '--eval', script], {
    env: { SERVICE_API_KEY: 'sk-of-the-bot', NODE_OPTIONS: '--no-warnings', ...settings },
    encoding: 'utf8',
  });
  return JSON.parse(stdout);
}

it('a program of ours gets no secret and no option, and keeps no compiled code where we keep none', () => {
  expect(given({})).toEqual({ NODE_NO_WARNINGS: '1' });
});

it('where we keep compiled code, it does, too', () => {
  const folder = temporaryFolder();
  const { NODE_COMPILE_CACHE: compiled } = given({ NODE_COMPILE_CACHE: folder });
  expect(readdirSync(folder).map((name) => join(folder, name))).toContain(compiled);
});
