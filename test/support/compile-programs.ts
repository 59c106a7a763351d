import { execFileSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { programEnvironment } from './program-environment.ts';

const bot = new URL('../../src/main.ts', import.meta.url).href;
const sandbox = new URL('../../sandbox/main.ts', import.meta.url).href;

/**
 * Fills the compile cache before the first scene. Node writes it when a program ends by itself, and most programs of
 * the scenes are killed.
 */
export default function compilePrograms(): void {
  const load = `await Promise.all([import(${JSON.stringify(bot)}), import(${JSON.stringify(sandbox)})]); process.exit();`;
  execFileSync(process.execPath, ['--input-type=module', '--eval', load], {
    cwd: fileURLToPath(new URL('.', import.meta.url)),
    env: { ...programEnvironment(), NODE_NO_WARNINGS: '1' },
    stdio: ['ignore', 'ignore', 'inherit'],
  });
}
