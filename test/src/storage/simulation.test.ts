import { expect, it } from 'vitest';
import { fileEngine } from '../../support/simulation/engine.ts';
import { simulate } from '../../support/simulation/simulate.ts';

const seed = process.env.SIMULATION_SEED === undefined ? undefined : Number(process.env.SIMULATION_SEED);

it('whatever happens to several processes, nothing is lost, done twice, overspent, or told that it ended', async () => {
  const { accepted, made } = await simulate(20_000, fileEngine, seed);
  expect(accepted).toBeGreaterThan(0);
  expect(made).toBeGreaterThan(0);
});
