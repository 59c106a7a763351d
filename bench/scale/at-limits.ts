import { setTimeout as sleep } from 'node:timers/promises';
import { channelsOf, type Fleet, type FleetOptions } from './fleet.ts';
import { Orders, videosPosted } from './orders.ts';

/** Tasks are asked about every 5 s at most: with so many at once, both limits are reached. */
export const creates = { createsPerSecond: 5, concurrentTasks: 25 } as const;
const servers = 20;
/** More than the account may have under way, so that the line is never empty. */
const waiting = 50;
const questionEveryMs = 800;
const lookEveryMs = 50;

/** Two of each, told what the account may do, and a service that refuses everything beyond it. */
export function twoOfEach(folder: string, env: FleetOptions['env'] = {}): FleetOptions {
  return {
    ...{ folder, gateways: 2, workers: 2, rest: true, servers, store: 'postgres' },
    limits: creates,
    knowledge: true,
    pace: { pendingMs: 0, runningMs: 700 },
    env: {
      // One person asks for all of it.
      VIDEO_SECONDS_PER_PERSON_PER_DAY: '86400',
      VIDEO_SECONDS_PER_GUILD_PER_DAY: '864000',
      VIDEO_CREATES_PER_SECOND: String(creates.createsPerSecond),
      VIDEO_TASKS_AT_ONCE: String(creates.concurrentTasks),
      ...env,
    },
  };
}

/** For so long, more is asked for in servers of both gateway processes than the account may do; then everything is finished. */
export async function loadAtLimits(fleet: Fleet, forMs: number, patienceMs: number) {
  const orders = new Orders(fleet);
  const channels = channelsOf(servers);
  const posted = () => videosPosted(fleet, orders).length;
  const endsAt = performance.now() + forMs;
  let questions = 0;
  const ask = async () => {
    while (performance.now() < endsAt) {
      const channel = channels[questions % channels.length] ?? '';
      questions += 1;
      await fleet.owner.invoke(channel, ['knowledge', 'ask'], {
        question: `What is said about ${questions}?`,
      });
      await sleep(questionEveryMs);
    }
  };
  const order = async () => {
    while (performance.now() < endsAt) {
      const { placed } = orders;
      if (placed.length - posted() < waiting)
        await orders.place(channels[placed.length % channels.length] ?? '');
      else await sleep(lookEveryMs);
    }
  };
  await Promise.all([ask(), order()]);
  const until = performance.now() + patienceMs;
  while (posted() < orders.placed.length && performance.now() < until) await sleep(lookEveryMs);
  return { asked: orders.placed.length, delivered: posted(), questions, ...seenAt(fleet) };
}

/** What the stand-ins saw of it. */
function seenAt({ service, discord }: Fleet) {
  const refused = (of: Fleet['service' | 'discord']) =>
    of.faults.seen.filter(({ status }) => status === 429).length;
  const { tasks } = service;
  const most = (overlaps: (at: number, task: (typeof tasks)[number]) => boolean) =>
    Math.max(0, ...tasks.map((one) => tasks.filter((other) => overlaps(one.submittedAt, other)).length));
  const searches = service.faults.seen.filter(({ path }) => /\/retrieve$/i.test(path));
  const creations = service.faults.seen.filter(
    ({ method, path }) => method === 'POST' && /\/services\/aigc\//.test(path),
  );
  return {
    searches: searches.length,
    busiestSecond: most((at, { submittedAt }) => submittedAt <= at && submittedAt > at - 1_000),
    atOnce: most((at, { submittedAt, endedAt = at + 1 }) => submittedAt <= at && endedAt > at),
    refusedByService: refused(service),
    refusedCreations: creations.filter(({ status }) => status === 429).length,
    refusedSearches: searches.filter(({ status }) => status === 429).length,
    refusedByDiscord: refused(discord),
    oddities: service.oddities.length + discord.oddities.length,
  };
}
