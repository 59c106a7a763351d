import * as fc from 'fast-check';

// Every property draws from the seed of the run (`vitest.config.ts`).
fc.configureGlobal({ ...fc.readConfigureGlobal(), seed: Number(process.env.FUZZ_SEED) });
