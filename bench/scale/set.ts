import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Sample } from '../support/measurement.ts';
import { endWithParent, reportSample } from '../support/round.ts';
import { percentile } from '../support/statistics.ts';
import { channelsOf, type Fleet, openFleet, type PlaceKind } from './fleet.ts';
import { answers, Orders, ruleMs } from './orders.ts';
import { residentMiB } from './used.ts';
import { judge } from './verdict.ts';

endWithParent();
const [folder = '', servers = '5000'] = process.argv.slice(2);
const orders = 40;
const atOnce = 4;
const restMs = 10_000;
const patienceMs = 120_000;

async function openSet(name: string, howMany: number): Promise<Fleet> {
  const own = join(folder, name);
  await mkdir(own, { recursive: true });
  return await openFleet({
    ...{ folder: own, gateways: 3, workers: 2, rest: true },
    ...{ servers: howMany, store: 'postgres' },
  });
}

const residentOf = ({ places }: Fleet, wanted: PlaceKind) =>
  residentMiB(places.filter(({ kind }) => kind === wanted));

/** What gateway processes hold without any server but the stand-in's own two. */
async function emptyMiB(): Promise<number> {
  await using fleet = await openSet('empty', 0);
  await sleep(restMs);
  return residentOf(fleet, 'gateway');
}

async function round(): Promise<Sample> {
  const emptyGatewaysMiB = await emptyMiB();
  await using fleet = await openSet('full', Number(servers));
  await sleep(restMs);
  const gatewaysMiB = residentOf(fleet, 'gateway');
  const resident = {
    gatewaysMiB,
    workersMiB: residentOf(fleet, 'worker'),
    restMiB: residentOf(fleet, 'rest'),
  };
  const since = Date.now();
  const asked = new Orders(fleet);
  // From the first server to the last one, so that every shard is asked.
  const all = channelsOf(Number(servers));
  const some = Array.from(
    { length: orders },
    (_, index) => all[Math.floor((index * all.length) / orders)] ?? '',
  );
  await asked.placeMany(orders, atOnce, some);
  const verdict = await judge(fleet, asked, patienceMs);
  const took = answers(fleet, since).map(({ tookMs }) => tookMs);
  return {
    startS: fleet.startMs / 1_000,
    emptyGatewaysMiB,
    ...resident,
    serverKiB: ((gatewaysMiB - emptyGatewaysMiB) * 1_024) / Number(servers),
    answered: took.filter((ms) => ms < ruleMs).length,
    answerP50Ms: percentile(took, 50),
    answerP99Ms: percentile(took, 99),
    ...verdict,
  };
}

reportSample(await round());
