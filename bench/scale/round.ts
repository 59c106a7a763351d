import { setTimeout as sleep } from 'node:timers/promises';
import type { Sample } from '../support/measurement.ts';
import { endWithParent, reportSample } from '../support/round.ts';
import { percentile } from '../support/statistics.ts';
import { channelsOf, type Fleet, openFleet } from './fleet.ts';
import { answers, atOnceDo, Orders, ruleMs, videosPosted } from './orders.ts';
import { eachOf, residentMiB, usedBy } from './used.ts';

endWithParent();
const [folder = '', gateways = '1', store = 'postgres', servers = '5000'] = process.argv.slice(2);
const warmUps = 8;
const commands = 400;
const videos = 60;
const atOnce = 6;
const patienceMs = 120_000;

/** A command that reads the store and answers one person: `/video list`. */
async function commandsRound(fleet: Fleet, channels: readonly string[]): Promise<Sample> {
  const list = async (index: number) => {
    const invoked = await fleet.owner.invoke(channels[index % channels.length] ?? '', ['video', 'list']);
    await fleet.owner.answerTo(invoked, () => true, patienceMs);
  };
  await atOnceDo(warmUps, atOnce, list);
  const [before, since] = [await usedBy(fleet), Date.now()];
  await atOnceDo(commands, atOnce, list);
  const tookS = (Date.now() - since) / 1_000;
  const each = eachOf(commands, before, await usedBy(fleet));
  const took = answers(fleet, since).map(({ tookMs }) => tookMs);
  return {
    commandsPerSecond: commands / tookS,
    answerP50Ms: percentile(took, 50),
    answerP99Ms: percentile(took, 99),
    tooLate: took.filter((ms) => ms >= ruleMs).length,
    commandCpuMs: each.botCpuMs,
    commandStandInsCpuMs: each.standInsCpuMs,
    ...(fleet.database ? { commandDatabaseCpuMs: each.databaseCpuMs, commandCommits: each.commits } : {}),
  };
}

/** Ordered and delivered: `/video text`. */
async function videosRound(fleet: Fleet, channels: readonly string[]): Promise<Sample> {
  const orders = new Orders(fleet);
  const allThere = async (count: number) => {
    const until = performance.now() + patienceMs;
    while (videosPosted(fleet, orders).length < count && performance.now() < until) await sleep(100);
    return videosPosted(fleet, orders).length;
  };
  await orders.placeMany(warmUps, atOnce, channels);
  await allThere(warmUps);
  const [before, since] = [await usedBy(fleet), Date.now()];
  await orders.placeMany(videos, atOnce, channels);
  const made = (await allThere(warmUps + videos)) - warmUps;
  const tookS = (Date.now() - since) / 1_000;
  const each = eachOf(videos, before, await usedBy(fleet));
  return {
    videosPerSecond: made / tookS,
    notDelivered: videos - made,
    videoCpuMs: each.botCpuMs,
    videoStandInsCpuMs: each.standInsCpuMs,
    ...(fleet.database
      ? {
          videoDatabaseCpuMs: each.databaseCpuMs,
          videoCommits: each.commits,
          videoWrittenKB: each.writtenBytes / 1_000,
        }
      : {}),
  };
}

async function round(): Promise<Sample> {
  const fleet = await openFleet({
    ...{ folder, gateways: Number(gateways), servers: Number(servers) },
    store: store === 'file' ? 'file' : 'postgres',
  });
  await using _ = fleet;
  await sleep(3_000);
  const start = { startS: fleet.startMs / 1_000, idleMiB: residentMiB(fleet.places) };
  const channels = channelsOf(Math.min(Number(servers), videos));
  return { ...start, ...(await commandsRound(fleet, channels)), ...(await videosRound(fleet, channels)) };
}

reportSample(await round());
