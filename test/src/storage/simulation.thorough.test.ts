import { expect, it } from 'vitest';
import { fileEngine } from './simulation/engine.ts';
import { postgresEngine } from './simulation/postgres-engine.ts';
import { simulate } from './simulation/simulate.ts';

/** A million: `SIMULATION_STEPS=1000000 npx vitest run` this file. `SIMULATION_SEED` does one again. */
const steps = Number(process.env.SIMULATION_STEPS ?? 30_000);
const seed = Number(process.env.SIMULATION_SEED ?? 2_000);

it('in any order of steps of several processes, nothing is lost, done twice, overspent, or told that it ended', {
  timeout: 1_200_000,
}, async () => {
  const tally = await simulate(steps, fileEngine, seed);
  console.info('simulated', tally);
  for (const count of Object.values(tally)) expect(count).toBeGreaterThan(0);
});

it('nor on PostgreSQL, with its own locks and its own way of trying again', {
  timeout: 1_200_000,
}, async () => {
  // Processes that die and lines that break cost a connection each, which takes PostgreSQL longer than the steps.
  const tally = await simulate(Math.ceil(steps / 15), postgresEngine, seed);
  console.info('simulated on PostgreSQL', tally);
  for (const name of ['accepted', 'refused', 'made', 'deaths'] as const)
    expect(tally[name]).toBeGreaterThan(0);
});
