import { setTimeout as sleep } from 'node:timers/promises';
import type { Sample } from '../support/measurement.ts';
import { endWithParent, reportSample } from '../support/round.ts';
import { channelsOf, openFleet } from './fleet.ts';
import { Orders, videosPosted } from './orders.ts';
import { eachOf, usedBy } from './used.ts';

endWithParent();
const [folder = '', workers = '1'] = process.argv.slice(2);
const servers = 60;
const videos = 200;
const atOnce = 6;
const patienceMs = 240_000;

/** Everything is ordered before the first worker is there, so that only they are measured, from the moment all of them work. */
async function round(): Promise<Sample> {
  await using fleet = await openFleet({ folder, gateways: 1, workers: 0, servers, store: 'postgres' });
  const orders = new Orders(fleet);
  await orders.placeMany(videos, atOnce, channelsOf(servers));
  await Promise.all(Array.from({ length: Number(workers) }, async () => await fleet.startWorker()));
  const posted = () => videosPosted(fleet, orders).length;
  const [before, since, atFirst] = [await usedBy(fleet), performance.now(), posted()];
  while (posted() < videos && performance.now() - since < patienceMs) await sleep(50);
  const made = posted() - atFirst;
  const tookS = (performance.now() - since) / 1_000;
  const each = eachOf(made, before, await usedBy(fleet));
  return {
    jobsPerSecond: made / tookS,
    counted: made,
    notDelivered: videos - posted(),
    botCpuMs: each.botCpuMs,
    databaseCpuMs: each.databaseCpuMs,
    standInsCpuMs: each.standInsCpuMs,
    commits: each.commits,
  };
}

reportSample(await round());
