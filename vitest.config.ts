import { randomInt } from 'node:crypto';
import { availableParallelism } from 'node:os';
import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vitest/config';
import { keepScratchInMemory } from './test/support/scratch-in-memory.ts';

// Whole programs are started by the dozen. Workers and the programs that tests start keep compiled code here.
process.env.NODE_COMPILE_CACHE ??= fileURLToPath(
  new URL('./node_modules/.cache/emcee-compiled', import.meta.url),
);

keepScratchInMemory();

// Each run draws other inputs for its properties. `.ci/run` takes the same each time: it's to fail for a change, not by chance.
if (!process.env.FUZZ_SEED) {
  process.env.FUZZ_SEED = String(randomInt(2 ** 31));
  process.stderr.write(`FUZZ_SEED=${process.env.FUZZ_SEED}\n`);
}

/** Whole programs, a browser, or both: seconds each. */
const scenes = [
  'test/start.thorough.test.ts',
  'sandbox/test/main.test.ts',
  'test/files-run.thorough.test.ts',
  'test/end-to-end/**/*.test.ts',
  '{test,sandbox/test}/**/*.browser*.test.ts',
];

/** Run at the end of them, because `.ci/run` builds its image meanwhile. */
const lastScene = 'test/end-to-end/image.thorough.test.ts';

/** They count what V8 runs, so each of them compiles what it measures itself. */
const counted = ['test/linear/**/*.test.ts', 'test/support/steps/**/*.test.ts'];

/** Tests that need it ask for it; it isn't started before. */
const sharedPostgres = './test/support/shared-postgres.ts';

export default defineConfig({
  test: {
    testTimeout: 600_000,
    hookTimeout: 600_000,
    // A busy machine takes longer; that is no failure.
    expect: { poll: { timeout: 60_000 } },
    // Half of the time of a scene is waiting for sound to be spoken.
    maxWorkers: availableParallelism() + 1,
    // Loading the same modules for every file would cost more than most tests do.
    isolate: false,
    setupFiles: ['./test/support/first-agent.ts', './test/support/drawn-inputs.ts'],
    reporters: ['default', './test/support/tally-reporter.ts'],
    projects: [
      // Projects begin in the order of their names: the longest first, so that no core is left idle at the end.
      {
        extends: true,
        test: {
          name: 'scenes',
          include: [...scenes, `!${lastScene}`],
          globalSetup: ['./test/support/compile-programs.ts', sharedPostgres],
        },
      },
      { extends: true, test: { name: 'scenes of the image', include: [lastScene] } },
      {
        extends: true,
        test: { name: 'steps', include: counted, isolate: true, env: { NODE_DISABLE_COMPILE_CACHE: '1' } },
      },
      {
        extends: true,
        // Left out here and not by `exclude`, which would stand in for the one of the command line.
        test: {
          name: 'units',
          globalSetup: sharedPostgres,
          include: ['{test,sandbox/test}/**/*.test.ts', ...[...scenes, ...counted].map((glob) => `!${glob}`)],
        },
      },
    ],
  },
});
