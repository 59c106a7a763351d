import { drawnFrom } from '../../../support/spend-by-rules.ts';
import type { OpenEngine } from './engine.ts';
import { SimulatedTime } from './time.ts';
import { SimulatedWorld, type Tally } from './world.ts';

const stepsEach = 10_000;

/**
 * So many events, in worlds of ten thousand each, after which each has to come to rest. A fault says its seed and what happened before it.
 * Resolves to what happened.
 */
export async function simulate(
  steps: number,
  openEngine: OpenEngine,
  seed = Math.floor(Math.random() * 2 ** 31),
): Promise<Tally> {
  const each = Math.min(stepsEach, steps);
  let [taken, index] = [0, 0];
  let sum: Tally = { accepted: 0, refused: 0, failed: 0, made: 0, toldRestarted: 0, deaths: 0 };
  for (; taken < steps; index += 1) {
    const time = new SimulatedTime();
    const engine = await openEngine(time);
    const world = new SimulatedWorld(engine, time, drawnFrom(seed + index));
    try {
      while (time.steps < each) await world.step();
      await world.end();
    } catch (error) {
      const said = error instanceof Error ? error.message : String(error);
      throw new Error(`SIMULATION_SEED=${seed + index}\n${world.trace.join('\n')}\n${said}`, {
        cause: error,
      });
    } finally {
      await engine.close();
    }
    taken += time.steps;
    const { tally } = world;
    const names = Object.keys(sum) as (keyof Tally)[];
    sum = Object.fromEntries(names.map((name) => [name, sum[name] + tally[name]])) as Tally;
  }
  return sum;
}
