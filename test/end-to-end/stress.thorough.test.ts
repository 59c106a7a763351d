import { afterEach, describe, expect, it } from 'vitest';
import { chaosEffects } from '../../sandbox/service/chaos.ts';
import { startServing } from '../../sandbox/test/service/file-server.ts';
import { imageOf } from '../../sandbox/test/service/reference-files.ts';
import { videoModelNames } from '../../src/service/models.ts';
import type { VideoAsk } from '../../src/video/options.ts';
import { wordsFor } from '../../src/words/index.ts';
import type { JobReport } from './stress/stress-messages.ts';
import { type Accept, StressStage } from './stress/stress-stage.ts';

const memberCount = 20;
const mostUnconfirmed = 50;
const { states } = wordsFor('en-US').video.panel;

const closing: (() => unknown)[] = [];

afterEach(async () => {
  for (const close of closing.splice(0).reverse()) await close();
});

async function open(seed: number, failingShare: number): Promise<StressStage> {
  const stage = await StressStage.open({ seed, failingShare, channelCount: memberCount });
  closing.push(() => stage.close());
  return stage;
}

async function servePicture(): Promise<string> {
  const picture = await imageOf('png', 320, 240);
  const { url, close } = await startServing((_request, response) => void response.end(picture));
  closing.push(close);
  return url;
}

/** Members ask in turn, each in a channel of their own; every seventh for what the one before asked for. */
async function askFor(stage: StressStage, count: number): Promise<readonly Accept[]> {
  const pictureUrl = await servePicture();
  const people = Object.values(stage.discord.people);
  const orders: Accept[] = [];
  for (let index = 0; index < count; index += 1) {
    const member = index % memberCount;
    const person = people[member % people.length] ?? stage.discord.people.member;
    const channelId = stage.channels[member] ?? '';
    const { id, token, tokenExpiresAt } = await stage.deferred(person, channelId);
    const twin = index % 7 === 6 ? index - 1 : index;
    const model = videoModelNames[twin % videoModelNames.length] ?? 'gen2.7-t2v';
    const of: VideoAsk['of'] = model.startsWith('gen2.6-r2v') ? 'reference' : 'text';
    const order: Accept = {
      do: 'accept',
      order: {
        id,
        reference: `STRESS-${String(index).padStart(4, '0')}`,
        // The stand-in knows four people; nobody can write to the others directly.
        userId: member < people.length ? person.id : `13240000000000050${member}`,
        guildId: stage.discord.guildId,
        channelId,
        locale: 'en-US',
        publicLocale: 'en-US',
        panel: { channelId, applicationId: stage.discord.applicationId, token, tokenExpiresAt },
        attachmentLimitBytes: 10 * 1_024 * 1_024,
      },
      ask: { of, model, prompt: `scene ${twin} of the play`, seed: index },
      given: { references: of === 'reference' ? [{ url: pictureUrl, attachment: false }] : [] },
    };
    orders.push(order);
    stage.send(order);
    await stage.until(() => stage.unconfirmed < mostUnconfirmed);
  }
  return orders;
}

/** How often each job was created, by its seed, which no two share; counted at the service. */
function creationsOf(stage: StressStage): ReadonlyMap<number, number> {
  const counts = new Map<number, number>();
  for (const { request } of stage.service.tasks) {
    counts.set(request.seed, (counts.get(request.seed) ?? 0) + 1);
  }
  return counts;
}

interface Seen {
  /** Messages that carry the finished video. */
  readonly results: number;
  /** Messages only about its end: to the one person, or the nudge. */
  readonly told: number;
  readonly panel: string;
}

/** What people can read about each job, counted at Discord. */
async function seenOf(stage: StressStage, orders: readonly Accept[]): Promise<ReadonlyMap<string, Seen>> {
  const written = (await stage.written()).map((message) => ({
    text: JSON.stringify(message.components),
    isAnswer: message.audience === undefined && message.interactionMetadata !== undefined,
    asker: String(message.interactionMetadata?.id ?? ''),
  }));
  const seen = new Map<string, Seen>();
  for (const { order } of orders) {
    const about = written.filter(({ text }) => text.includes(order.id) || text.includes(order.reference));
    const panel = about.find(({ isAnswer, asker }) => isAnswer && asker === order.id);
    const isResult = (text: string) => text.includes(`video:delete:${order.id}`);
    seen.set(order.id, {
      results: about.filter(({ text }) => isResult(text)).length,
      told: about.filter((message) => message !== panel && !isResult(message.text)).length,
      panel: panel?.text ?? '',
    });
  }
  return seen;
}

/** Members decide on what the bot leaves to them: of every two, one is made anew and one given up. */
function decide(stage: StressStage): ReadonlySet<string> {
  const undecided = [...stage.jobs.values()].filter(({ state }) => state === 'undecided');
  const anew = new Set(undecided.filter((_, index) => index % 2 === 0).map(({ id }) => id));
  for (const { id } of undecided) stage.send({ do: anew.has(id) ? 'resubmit' : 'give-up', id });
  return anew;
}

interface Facts extends Seen {
  readonly job: JobReport | undefined;
  readonly created: number;
  readonly mayBeCreated: number;
}

/** What is not as it must be once nothing is left to be done for a job. */
function faultsOf({ job, created, mayBeCreated, results, told, panel }: Facts): string[] {
  if (!job?.settled) return ['is not settled'];
  const delivered = job.state === 'delivered';
  const inPanel = panel.includes(states[job.state]);
  return [
    ...(created > mayBeCreated ? [`was created ${created} times`] : []),
    ...(results === (delivered ? 1 : 0) ? [] : [`was delivered ${results} times`]),
    // Nothing is wrong with any request, so that whatever the service made is to be had.
    ...(['delivered', 'undecided', 'abandoned'].includes(job.state) ? [] : [`ended as ${job.fault}`]),
    ...(job.state === 'undecided' && told < 1 ? ['did not reach its requester'] : []),
    ...(delivered && panel !== '' ? ['left its panel beside the video'] : []),
    ...(delivered || inPanel || told > 0 ? [] : ['is not shown']),
  ];
}

async function faultsIn(stage: StressStage, orders: readonly Accept[], anew: ReadonlySet<string>) {
  const creations = creationsOf(stage);
  const seen = await seenOf(stage, orders);
  return orders.flatMap(({ order, ask }) => {
    const facts: Facts = {
      job: stage.jobs.get(order.id),
      created: creations.get(ask.seed ?? -1) ?? 0,
      mayBeCreated: anew.has(order.id) ? 2 : 1,
      ...(seen.get(order.id) ?? { results: 0, told: 0, panel: '' }),
    };
    return faultsOf(facts).map((fault) => `${order.reference} (${facts.job?.state}) ${fault}`);
  });
}

/** Tasks that more than one job calls its own. */
function sharedTasks(stage: StressStage): string[] {
  const owned = [...stage.jobs.values()].flatMap(({ taskId }) => (taskId ? [taskId] : []));
  return owned.filter((taskId, index) => owned.indexOf(taskId) !== index);
}

async function allSettled(stage: StressStage, count: number): Promise<void> {
  await stage.until(() => stage.unconfirmed === 0 && stage.count(({ settled }) => settled) === count);
}

describe('videos while many calls fail', () => {
  it('eighty, and every fifth call: each ends in sight of its requester, none is made or delivered twice', async () => {
    const count = 80;
    const stage = await open(20_261, 0.2);
    const orders = await askFor(stage, count);
    await allSettled(stage, count);
    expect(stage.service.chaosStrikes.length).toBeGreaterThan(50);
    const effects = new Set(stage.service.chaosStrikes.map(({ effect }) => effect));
    expect([...effects].sort()).toEqual([...chaosEffects].sort());
    expect(await faultsIn(stage, orders, new Set())).toEqual([]);
    expect(sharedTasks(stage)).toEqual([]);

    const anew = decide(stage);
    expect(anew.size).toBeGreaterThan(0);
    await allSettled(stage, count);
    expect(await faultsIn(stage, orders, anew)).toEqual([]);
    expect(sharedTasks(stage)).toEqual([]);
    expect(creationsOf(stage).size).toBeLessThanOrEqual(count);
  }, 1_200_000);

  it('and every tenth, while the process is killed twice in the middle of it', async () => {
    const count = 50;
    const stage = await open(7_919, 0.1);
    const asked = askFor(stage, count);
    for (const share of [0.1, 0.5]) {
      await stage.until(() => stage.count(({ settled }) => settled) > count * share);
      await stage.crash();
    }
    const orders = await asked;
    await allSettled(stage, count);
    expect(await faultsIn(stage, orders, new Set())).toEqual([]);
    expect(sharedTasks(stage)).toEqual([]);
  }, 1_200_000);
});
