import { readFileSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { runSql } from '../../test/support/postgres.ts';
import type { Sample } from '../support/measurement.ts';
import { endWithParent, reportSample } from '../support/round.ts';
import { percentile } from '../support/statistics.ts';
import { channelsOf, type Fleet, openFleet, order } from './fleet.ts';

endWithParent();
const [folder = '', processes = '1', store = 'postgres', servers = '5000'] = process.argv.slice(2);
const warmUps = 8;
const videos = 60;
const atOnce = 6;
const patienceMs = 120_000;
/** What a command that was never answered counts as, at least. */
const ruleMs = 3_000;

/** What the processes use by now: CPU time, and what's resident. */
function used({ places }: Fleet) {
  let [cpuMs, rssKiB] = [0, 0];
  for (const { bot } of places) {
    const fields = readFileSync(`/proc/${bot.pid}/stat`, 'utf8').split(') ')[1]?.split(' ') ?? [];
    // Ticks of 10 ms, in user and in kernel mode.
    cpuMs += (Number(fields[11]) + Number(fields[12])) * 10;
    rssKiB += Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${bot.pid}/status`, 'utf8'))?.[1]);
  }
  return { cpuMs, rssKiB };
}

/** Transactions and bytes of its log that the database has written by now. */
async function written({ storeUrl }: Fleet) {
  if (storeUrl === undefined) return undefined;
  await runSql(storeUrl, 'SELECT pg_stat_force_next_flush()');
  const [row] = await runSql(
    storeUrl,
    `SELECT xact_commit::float8 AS commits, (SELECT wal_bytes::float8 FROM pg_stat_wal) AS bytes
      FROM pg_stat_database WHERE datname = current_database()`,
  );
  return { commits: Number(row?.commits), bytes: Number(row?.bytes) };
}

async function ask(fleet: Fleet, from: number, count: number, channels: readonly string[]): Promise<void> {
  let next = from;
  const person = async () => {
    while (next < from + count) {
      const index = next;
      next += 1;
      await fleet.owner.invoke(channels[index % channels.length] ?? '', ['video', 'text'], order(index));
    }
  };
  await Promise.all(Array.from({ length: atOnce }, person));
}

/** As Discord counts: from the moment that it told the bot to the moment that it had the bot's first answer. */
function answers({ discord }: Fleet): readonly { readonly at: number; readonly tookMs: number }[] {
  const answeredAt = new Map(
    discord.faults.seen.flatMap(({ path, at }) => {
      const id = /\/interactions\/(\d+)\/[^/]+\/callback$/.exec(path)?.[1];
      return id === undefined ? [] : [[id, at] as const];
    }),
  );
  return discord.state.interactions().map(({ id, createdAt }) => {
    const at = answeredAt.get(id) ?? createdAt + ruleMs;
    return { at, tookMs: at - createdAt };
  });
}

function delivered({ discord }: Fleet, channels: readonly string[]): number {
  const seen = new Set(channels);
  return [...seen].reduce(
    (sum, channelId) =>
      sum + discord.state.messages(channelId).filter(({ files }) => files.length > 0).length,
    0,
  );
}

async function round(): Promise<Sample> {
  const fleet = await openFleet({
    ...{ folder, processes: Number(processes), servers: Number(servers) },
    store: store === 'file' ? 'file' : 'postgres',
  });
  await using _ = fleet;
  await sleep(3_000);
  const idle = used(fleet);
  const start = { startS: fleet.startMs / 1_000, idleMiB: idle.rssKiB / 1_024 };
  if (servers === '0') return start;
  const channels = channelsOf(videos);
  await ask(fleet, 0, warmUps, channels);
  const allThere = async (count: number) => {
    const until = performance.now() + patienceMs;
    while (delivered(fleet, channels) < count && performance.now() < until) await sleep(100);
    return delivered(fleet, channels);
  };
  await allThere(warmUps);
  const [before, storeBefore] = [used(fleet), await written(fleet)];
  const beganAt = Date.now();
  await ask(fleet, warmUps, videos, channels);
  const made = (await allThere(warmUps + videos)) - warmUps;
  const tookS = (Date.now() - beganAt) / 1_000;
  const [after, storeAfter] = [used(fleet), await written(fleet)];
  const counted = answers(fleet).slice(warmUps);
  const took = counted.map(({ tookMs }) => tookMs);
  const answeredS = (Math.max(...counted.map(({ at }) => at)) - beganAt) / 1_000;
  return {
    ...start,
    commandsPerSecond: videos / answeredS,
    answerP50Ms: percentile(took, 50),
    answerP99Ms: percentile(took, 99),
    tooLate: took.filter((ms) => ms >= ruleMs).length,
    videosPerSecond: made / tookS,
    notDelivered: videos - made,
    cpuMs: (after.cpuMs - before.cpuMs) / videos,
    ...(storeBefore && storeAfter
      ? {
          commits: (storeAfter.commits - storeBefore.commits) / videos,
          walKB: (storeAfter.bytes - storeBefore.bytes) / videos / 1_000,
        }
      : {}),
  };
}

reportSample(await round());
