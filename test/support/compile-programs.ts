import { spawnSync } from 'node:child_process';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { build } from 'vite';
import { programEnvironment } from '../../sandbox/test/support/program-environment.ts';
import { bundledBot } from './bot-process.ts';

const sandbox = new URL('../../launch/run-with-sandbox.ts', import.meta.url).href;

/** They bring compiled code, or files of their own that they look for beside themselves. */
const keptApart = ['@snazzah/davey', '@napi-rs/canvas', 'libopus-wasm', 'prism-media'];
/** Their libraries do without them where they aren't installed. */
const notThere = ['zlib-sync', 'bufferutil', 'utf-8-validate'];

/**
 * Loading 1,500 modules is most of what a scene's bot costs, so all of them start from one file. Its compiled code and the
 * sandbox's are put into the compile cache here: Node writes it when a program ends by itself, and most of these are killed.
 */
export default async function compilePrograms(): Promise<void> {
  await build({
    configFile: false,
    envDir: false,
    logLevel: 'error',
    ssr: { noExternal: true, external: keptApart },
    plugins: [
      {
        name: 'where modules were',
        transform: (code, id) =>
          code
            .replaceAll('import.meta.main', 'false')
            .replaceAll('import.meta.url', JSON.stringify(pathToFileURL(id).href)),
      },
    ],
    build: {
      ssr: fileURLToPath(new URL('./bot-program.ts', import.meta.url)),
      outDir: fileURLToPath(new URL('.', bundledBot)),
      target: 'esnext',
      rolldownOptions: {
        external: notThere,
        output: {
          codeSplitting: false,
          entryFileNames: 'bot.mjs',
          // Names stay as they are, for what a failing bot prints; a third of the file is spaces and comments.
          minify: { compress: false, mangle: false, codegen: { removeWhitespace: true } },
        },
      },
    },
  });
  const ran = (args: readonly string[]) =>
    spawnSync(process.execPath, args, {
      cwd: fileURLToPath(new URL('.', import.meta.url)),
      env: { ...programEnvironment(), NODE_NO_WARNINGS: '1' },
      stdio: 'ignore',
    });
  // Without settings it ends at once.
  ran([fileURLToPath(bundledBot)]);
  ran(['--input-type=module', '--eval', `await import(${JSON.stringify(sandbox)}); process.exit();`]);
  process.env.BUNDLED_BOT = fileURLToPath(bundledBot);
}
