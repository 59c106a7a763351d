import { build } from 'vite';

/** `node page-compile.ts <page folder> <out folder>`: compiles the page. Errors go to stderr. */
const [root, outDir] = process.argv.slice(2);
if (!root || !outDir) throw new Error('Two folders are needed.');

try {
  await build({
    root,
    configFile: false,
    envDir: false,
    logLevel: 'silent',
    build: {
      outDir,
      emptyOutDir: true,
      target: 'es2023',
      reportCompressedSize: false,
      modulePreload: { polyfill: false },
    },
  });
} catch (error) {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
  process.exitCode = 1;
}
