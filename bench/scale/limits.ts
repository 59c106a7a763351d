import type { Sample } from '../support/measurement.ts';
import { endWithParent, reportSample } from '../support/round.ts';
import { loadAtLimits, twoOfEach } from './at-limits.ts';
import { openFleet } from './fleet.ts';

endWithParent();
const [folder = '', seconds = '600'] = process.argv.slice(2);
const patienceMs = 120_000;

async function round(): Promise<Sample> {
  await using fleet = await openFleet(twoOfEach(folder));
  return await loadAtLimits(fleet, Number(seconds) * 1_000, patienceMs);
}

reportSample(await round());
