import { expect, it } from 'vitest';
import { fileEngine } from './simulation/engine.ts';
import { simulate } from './simulation/simulate.ts';

const seed = Number(process.env.SIMULATION_SEED ?? 2_000);

it('whatever happens to several processes, nothing is lost, done twice, overspent, or told that it ended', async () => {
  const { accepted, made } = await simulate(20_000, fileEngine, seed);
  expect(accepted).toBeGreaterThan(0);
  expect(made).toBeGreaterThan(0);
});

it('seconds that a replaced process reserves are never given back by the next one before their job is written', async () => {
  const { accepted, made } = await simulate(10_000, fileEngine, 15);
  expect(accepted).toBeGreaterThan(0);
  expect(made).toBeGreaterThan(0);
});
