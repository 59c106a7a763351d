import { setTimeout as sleep } from 'node:timers/promises';
import { anotherServer } from '../../sandbox/discord/world/places.ts';
import { shardOf } from '../../src/operations/shards.ts';
import { type VideoJob, videoJobSchema } from '../../src/video/job.ts';
import { startBot } from '../../test/support/bot-process.ts';
import { runSql } from '../../test/support/postgres.ts';
import { drawnFrom } from '../../test/support/spend-by-rules.ts';
import type { Sample } from '../support/measurement.ts';
import { endWithParent, reportSample } from '../support/round.ts';
import { percentile } from '../support/statistics.ts';
import { channelsOf, type Fleet, openFleet, order, type Place, shardCount } from './fleet.ts';

/** `SCALE_KILLS=100 SCALE_SEED=7 npm run bench -- scale-kills`: as many as fit into the time. */
endWithParent();
const [folder = '', kills = '20', seed = '1', servers = '5000'] = process.argv.slice(2);
const draw = drawnFrom(Number(seed));
const answerWithinMs = 120_000;
const settleMs = 120_000;
const channels = channelsOf(Number(servers));
let asked = 0;

async function ask({ owner }: Fleet, channelId: string): Promise<string> {
  asked += 1;
  return (await owner.invoke(channelId, ['video', 'text'], order(asked))).id;
}

/** How long until a command in that channel was answered, from now on. One that isn't taken in time is asked again. */
async function untilAnswered(fleet: Fleet, channelId: string): Promise<number> {
  const beganAt = performance.now();
  while (performance.now() - beganAt < answerWithinMs) {
    const id = await ask(fleet, channelId);
    for (let waitedMs = 0; waitedMs < 3_100; waitedMs += 50) {
      const found = fleet.discord.state.interactions().find((each) => each.id === id);
      if (found && found.state.kind !== 'waiting' && found.state.kind !== 'failed')
        return performance.now() - beganAt;
      if (found?.state.kind === 'failed') break;
      await sleep(50);
    }
  }
  return answerWithinMs;
}

/** A call that's running in a server of each shard, as far as the store knows. */
async function noteCalls(
  storeUrl: string,
): Promise<readonly { id: string; shard: number; channelId: string }[]> {
  const calls = Array.from({ length: shardCount }, (_, shard) => {
    const at = Array.from({ length: 100 }, (__, index) => anotherServer(index)).find(
      ({ guildId }) => shardOf(guildId, shardCount) === shard,
    );
    if (!at) throw new Error(`no server is on shard ${shard}`);
    return { ...at, id: `call-${asked}-${shard}`, shard };
  });
  for (const { id, guildId, textChannelId, voiceChannelId } of calls) {
    const call = { guildId, textChannelId, voiceChannelId, reference: 'ABCD', locale: 'en', at: 1 };
    const text = JSON.stringify({ value: call, guild: guildId });
    await runSql(
      storeUrl,
      `INSERT INTO records (key, value, stamp, guild, open)
        VALUES ('conversation-running:${id}', '${text}', 1, '${guildId}', false)`,
    );
  }
  return calls.map(({ id, shard, textChannelId }) => ({ id, shard, channelId: textChannelId }));
}

function toldIn({ discord }: Fleet, channelId: string): number {
  return discord.state.messages(channelId).filter((message) => JSON.stringify(message).includes('restarted'))
    .length;
}

/** Whether only the killed process's calls were told as over. */
async function tellLies(
  fleet: Fleet,
  storeUrl: string,
  killed: Place,
  work: () => Promise<void>,
): Promise<number> {
  const calls = await noteCalls(storeUrl);
  const before = calls.map(({ channelId }) => toldIn(fleet, channelId));
  await work();
  await sleep(1_000);
  await runSql(storeUrl, "DELETE FROM records WHERE key LIKE 'conversation-running:%'");
  return calls.filter(({ shard, channelId }, index) => {
    const told = toldIn(fleet, channelId) - (before[index] ?? 0);
    return told !== (killed.shards.includes(shard) ? 1 : 0);
  }).length;
}

async function killed(fleet: Fleet, place: Place, dead: number[], others: number[]): Promise<void> {
  const theirs = channelsOf(100, place.shards);
  const elsewhere = channelsOf(100).filter((channelId) => !theirs.includes(channelId));
  const load = [...theirs.slice(0, 3), ...elsewhere.slice(0, 3)].map(
    async (channelId) => await ask(fleet, channelId),
  );
  await sleep(draw(2_000));
  await place.bot.kill();
  await Promise.allSettled(load);
  const restarted = startBot(place.env).then((bot) => {
    place.bot = bot;
  });
  const pick = (from: readonly string[]) => from[draw(from.length)] ?? '';
  const [after, beside] = await Promise.all([
    untilAnswered(fleet, pick(theirs)),
    untilAnswered(fleet, pick(elsewhere)),
    restarted,
  ]);
  dead.push(after);
  others.push(beside);
}

async function jobsIn(storeUrl: string): Promise<readonly VideoJob[]> {
  const rows = await runSql(storeUrl, "SELECT value FROM records WHERE key LIKE 'video-jobs:%'");
  return rows.map(({ value }) => videoJobSchema.parse(JSON.parse(String(value)).value));
}

async function round(): Promise<Sample> {
  const fleet = await openFleet({ folder, processes: 3, servers: Number(servers), store: 'postgres' });
  await using _ = fleet;
  const { storeUrl = '', service } = fleet;
  const [dead, others]: [number[], number[]] = [[], []];
  let [lies, done] = [0, 0];
  for (; done < Number(kills); done += 1) {
    const place = fleet.places[draw(fleet.places.length)];
    if (!place) break;
    lies += await tellLies(fleet, storeUrl, place, async () => await killed(fleet, place, dead, others));
  }
  const until = performance.now() + settleMs;
  let jobs = await jobsIn(storeUrl);
  while (performance.now() < until && !jobs.every((job) => 'settled' in job && job.settled)) {
    await sleep(1_000);
    jobs = await jobsIn(storeUrl);
  }
  const prompts = service.tasks.map(({ body }) => /kite \d+/.exec(JSON.stringify(body))?.[0] ?? '');
  const known = new Set(jobs.map(({ request }) => request.prompt));
  const posts = channels.reduce(
    (sum, channelId) =>
      sum + fleet.discord.state.messages(channelId).filter(({ files }) => files.length > 0).length,
    0,
  );
  const count = (is: (job: VideoJob) => boolean) => jobs.filter(is).length;
  const delivered = count(({ state }) => state === 'delivered');
  const forPeople = count(({ state }) => state === 'undecided' || state === 'set-aside');
  const [sum] = await runSql(storeUrl, "SELECT coalesce(sum(amount), 0) AS spent FROM sums WHERE guild = ''");
  return {
    kills: done,
    accepted: jobs.length,
    delivered,
    forPeople,
    lost: prompts.filter((prompt) => !known.has(prompt)).length + jobs.length - delivered - forPeople,
    doubled: prompts.length - new Set(prompts).size + Math.max(0, posts - delivered - forPeople),
    chargedWrongly: Math.abs(Number(sum?.spent) - 2 * (delivered + forPeople)),
    lies,
    deadP50S: percentile(dead, 50) / 1_000,
    deadMaxS: Math.max(...dead) / 1_000,
    othersP50S: percentile(others, 50) / 1_000,
    othersMaxS: Math.max(...others) / 1_000,
  };
}

reportSample(await round());
