import { setTimeout as sleep } from 'node:timers/promises';
import { MessageFlags } from 'discord-api-types/v10';
import { type VideoJob, videoJobSchema } from '../../src/video/job.ts';
import { runSql } from '../../test/support/postgres.ts';
import type { Figure } from '../support/measurement.ts';
import type { Fleet } from './fleet.ts';
import { interaction, type Order, type Orders, videosPosted } from './orders.ts';

const secondsOfOne = 2;
/** What people are told while the store is away. */
const cantSave = "I can't save anything right now";

export const verdictFigures: readonly Figure[] = [
  { key: 'asked', label: 'videos asked for' },
  { key: 'accepted', label: 'accepted' },
  { key: 'delivered', label: 'delivered' },
  { key: 'forPeople', label: 'left for their people to decide' },
  { key: 'refused', label: 'refused in a sentence' },
  { key: 'unsaved', label: 'of these, that nothing can be saved' },
  { key: 'unanswered', label: 'not answered within 3 s' },
  { key: 'thinking', label: 'acknowledged, then never answered' },
  { key: 'lost', label: 'accepted or paid, and lost' },
  { key: 'doubled', label: 'made or posted twice' },
  { key: 'chargedWrongly', label: 'seconds charged too many or too few' },
];

/** What a person was told who asked for a video that isn't there. */
type Told = 'nothing' | 'thinking' | 'sentence' | 'panel';

function told(fleet: Fleet, { id, channelId }: Order): Told {
  const kind = interaction(fleet, id)?.state.kind;
  if (kind === undefined || kind === 'waiting' || kind === 'failed') return 'nothing';
  const answers = fleet.discord.state
    .messages(channelId)
    .filter(({ interactionMetadata }) => interactionMetadata?.id === id);
  if (answers.some(({ components }) => JSON.stringify(components).includes('"video:'))) return 'panel';
  return answers.some(({ flags }) => (flags & MessageFlags.Loading) === 0) ? 'sentence' : 'thinking';
}

/** All that people were told in place of a video. */
function answersTo({ discord }: Fleet, orders: readonly Order[]): readonly string[] {
  return orders.flatMap(({ id, channelId }) =>
    discord.state
      .messages(channelId)
      .filter(({ interactionMetadata }) => interactionMetadata?.id === id)
      .map(({ content, components }) => content || JSON.stringify(components)),
  );
}

async function jobsIn(storeUrl: string): Promise<readonly VideoJob[]> {
  const rows = await runSql(storeUrl, "SELECT value FROM records WHERE key LIKE 'video-jobs:%'");
  return rows.map(({ value }) => videoJobSchema.parse(JSON.parse(String(value)).value));
}

/** Waits until everything has ended, and counts it where it can't be argued with: at both stand-ins and in the store. */
export async function judge(fleet: Fleet, orders: Orders, patienceMs: number) {
  const storeUrl = fleet.database?.server.url ?? '';
  const until = performance.now() + patienceMs;
  const isOver = (job: VideoJob) => 'settled' in job && job.settled;
  let jobs = await jobsIn(storeUrl);
  // What was only just asked for isn't written down yet.
  const isOpen = (order: Order) =>
    !jobs.some(({ id }) => id === order.id) &&
    (told(fleet, order) === 'thinking' || interaction(fleet, order.id)?.state.kind === 'waiting');
  while (performance.now() < until && !(jobs.every(isOver) && !orders.placed.some(isOpen))) {
    await sleep(1_000);
    jobs = await jobsIn(storeUrl);
  }
  for (const job of jobs)
    if (!isOver(job)) console.error(`still ${job.state}: ${job.reference} of ${job.place.guildId}`);
  const known = new Set(jobs.map(({ id }) => id));
  const without = orders.placed
    .filter(({ id }) => !known.has(id))
    .map((order) => ({ ...order, was: told(fleet, order) }));
  const unsaved = answersTo(
    fleet,
    without.filter(({ was }) => was === 'sentence'),
  ).filter((text) => text.includes(cantSave));
  const prompts = fleet.service.tasks.map(({ body }) => /kite \d+/.exec(JSON.stringify(body))?.[0] ?? '');
  const wanted = new Set(jobs.map(({ request }) => request.prompt));
  const posted = videosPosted(fleet, orders).flatMap(
    ({ components }) => /video:delete:(\d+)/.exec(JSON.stringify(components))?.[1] ?? [],
  );
  const count = (is: (job: VideoJob) => boolean) => jobs.filter(is).length;
  const delivered = count((job) => job.state === 'delivered' && posted.includes(job.id));
  const forPeople = count(({ state }) => state === 'undecided' || state === 'set-aside');
  const [sum] = await runSql(
    storeUrl,
    "SELECT coalesce(sum(amount), 0) AS spent FROM sums WHERE guild = '' AND unit = 'video-seconds'",
  );
  const tell = (what: Told) => without.filter(({ was }) => was === what).length;
  return {
    asked: orders.placed.length,
    accepted: jobs.length,
    delivered,
    forPeople,
    refused: tell('sentence'),
    unsaved: unsaved.length,
    unanswered: tell('nothing'),
    thinking: tell('thinking'),
    lost:
      prompts.filter((prompt) => !wanted.has(prompt)).length +
      jobs.length -
      delivered -
      forPeople +
      tell('panel'),
    doubled: prompts.length - new Set(prompts).size + posted.length - new Set(posted).size,
    chargedWrongly: Math.abs(Number(sum?.spent) - secondsOfOne * (delivered + forPeople)),
  };
}
