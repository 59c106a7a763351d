import { randomInt } from 'node:crypto';

// Each run draws other inputs for its properties. `.ci/run` takes the same each time: it's to fail for a change, not by chance.
if (!process.env.FUZZ_SEED) {
  process.env.FUZZ_SEED = String(randomInt(2 ** 31));
  process.stderr.write(`FUZZ_SEED=${process.env.FUZZ_SEED}\n`);
}
