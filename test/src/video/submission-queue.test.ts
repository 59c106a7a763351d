import { expect, test } from 'vitest';
import type { StudioSettings } from '../../../src/video/ground.ts';
import { FakeMessenger } from '../../support/fake-messenger.ts';
import { VideoWorld } from '../../support/video-world.ts';

const it = test.extend('world', () => open());

const [flooder, second, third, fourth] = [
  '2000000000000000001',
  '2000000000000000002',
  '2000000000000000003',
  '2000000000000000004',
] as const;

const open = async (settings: Partial<StudioSettings> = {}) =>
  await VideoWorld.open({ secondsPerPersonPerDay: 0, secondsPerGuildPerDay: 0, ...settings });

let lastId = 1_000_000_000_000_000_000n;

async function ask(world: VideoWorld, userId: string, prompt: string, model?: string): Promise<string> {
  lastId += 1n;
  const id = String(lastId);
  await world.accept({ prompt, model }, { id, userId });
  return id;
}

async function flood(world: VideoWorld, count: number, model?: string): Promise<string[]> {
  const ids: string[] = [];
  for (let index = 0; index < count; index += 1) ids.push(await ask(world, flooder, `flood ${index}`, model));
  return ids;
}

const promptsMade = (world: VideoWorld) => world.service.tasks.map(({ request }) => request.prompt);
/** The last panel that was drawn of a job. */
const panelOf = (world: VideoWorld, id: string) =>
  world.messenger.panels
    .map((body) => FakeMessenger.textOf(body))
    .findLast((text) => text.includes(`:${id}"`) || text.includes(id));

it('serves the three who ask for one each in the very next slots, although one asked for 200 before', async () => {
  const world = await open();
  await flood(world, 200);
  await world.clock.advance(30_000);
  const before = world.service.tasks.length;
  expect(before).toBe(5);
  for (const user of [second, third, fourth]) await ask(world, user, `one of ${user}`);
  await world.clock.until(() => world.service.tasks.length >= before + 3);
  expect(promptsMade(world).slice(before, before + 3)).toEqual(
    [second, third, fourth].map((user) => `one of ${user}`),
  );
});

it('starves the flood no less: all 200 are made while others go on asking', async ({ world }) => {
  world.service.pendingMs = 1_000;
  world.service.runningMs = 1_000;
  await flood(world, 200);
  for (let round = 0; round < 20; round += 1) {
    for (const user of [second, third]) await ask(world, user, `round ${round} of ${user}`);
    await world.clock.advance(60_000);
  }
  await world.clock.until(() => world.service.tasks.length === 240, 3_600_000);
  expect(promptsMade(world).filter((prompt) => prompt.startsWith('flood'))).toHaveLength(200);
});

it('lets neither family of models wait for the other', async ({ world }) => {
  await flood(world, 50, 'gen2.1-t2v-turbo');
  await world.clock.advance(3_000);
  await ask(world, flooder, 'of the other family', 'gen2.7-t2v');
  await world.clock.advance(1_000);
  expect(promptsMade(world)).toContain('of the other family');
  expect(world.service.tasks).toHaveLength(3);
});

it('lets nobody wait for a job that the service asked to come later', async ({ world }) => {
  const throttled = { fault: 'throttled', code: 'Throttling.RateQuota', status: 429 } as const;
  world.service.refuse('create', { ...throttled, retryAfterMs: 60_000 });
  await ask(world, flooder, 'throttled');
  await world.clock.advance(1_000);
  await ask(world, flooder, "the same person's next");
  await ask(world, second, "somebody else's");
  await world.clock.advance(1_000);
  expect(promptsMade(world).toSorted()).toEqual(["somebody else's", "the same person's next"]);
  await world.clock.advance(60_000);
  expect(promptsMade(world)).toContain('throttled');
});

it('fills every place: calls that are on their way take one each, not two', async ({ world }) => {
  const answer = Promise.withResolvers<void>();
  const create = world.service.create.bind(world.service);
  world.service.create = async (request) => {
    const created = await create(request);
    if (!request.prompt.endsWith(' 0')) await answer.promise;
    return created;
  };
  world.service.pendingMs = 1_000;
  world.service.runningMs = 1_000;
  await flood(world, 6);
  await world.clock.advance(2_000);
  expect(world.service.tasks).toHaveLength(5);
  await world.clock.advance(40_000);
  expect(promptsMade(world)).toContain('flood 5');
  answer.resolve();
});

it('uses the rate but for what the way to the service may shift: 30 ms in a second, and no more', async () => {
  const endless = { createsPerSecond: 5, tasksAtOnce: 1_000 };
  const world = await open({ limits: { standard: endless, small: endless } });
  await flood(world, 200);
  await world.clock.until(() => world.service.tasks.length === 200);
  const times = world.service.tasks.map(({ createdAt }) => createdAt);
  const spans = times.slice(5).map((at, index) => at - (times[index] ?? at));
  expect(Math.min(...spans)).toBeGreaterThanOrEqual(1_030);
  expect(Math.max(...spans)).toBeLessThan(1_000 / 0.95);
});

it('takes a turn when the files of its call are ready, so that calls keep their distance', async () => {
  const slow = { createsPerSecond: 1, tasksAtOnce: 2 };
  const world = await open({ limits: { standard: slow, small: slow } });
  const { messenger, clock, service } = world;
  service.runningMs = 5 * 3_600_000;
  await flood(world, 2);
  await clock.until(() => service.tasks.length === 2);
  // It will have expired when its place is free.
  const expiresAt = Math.floor((clock.now() + 3_600_000) / 1_000).toString(16);
  const references = [{ url: `https://cdn.example/a.png?ex=${expiresAt}&is=1&hm=2`, attachment: true }];
  lastId += 1n;
  const order = { id: String(lastId), userId: second };
  await world.accept({ of: 'reference', prompt: 'character1 flies' }, order, { references });
  await ask(world, third, 'a text');
  messenger.renewUrls = async () => {
    await clock.sleep(1_000);
    return ['https://cdn.example/a.png?ex=new'];
  };
  await clock.until(() => service.tasks.length === 4);
  expect(new Set(promptsMade(world).slice(2))).toEqual(new Set(['character1 flies', 'a text']));
  const [one = 0, other = 0] = service.tasks.slice(2).map(({ createdAt }) => createdAt);
  expect(Math.abs(one - other)).toBeGreaterThanOrEqual(1_000);
});

it.each([
  { isLate: 'little late keeps its turn', byMs: 100, turns: 1 },
  { isLate: 'late takes other turns, and goes with the fourth however late', byMs: 101, turns: 4 },
])('what the store makes $isLate', async ({ byMs, turns }) => {
  const slow = { createsPerSecond: 1, tasksAtOnce: 10 };
  const world = await open({ limits: { standard: slow, small: slow } });
  const { clock, jobs, service } = world;
  const begun: number[] = [];
  const change = jobs.change.bind(jobs);
  jobs.change = async (id, decide, along) => {
    const job = await change(id, decide, along);
    if (job?.state === 'submitting') {
      begun.push(clock.now());
      await clock.sleep(byMs);
    }
    return job;
  };
  await flood(world, 1);
  await clock.until(() => service.tasks.length === 1);
  expect(begun).toHaveLength(turns);
  const [first = 0] = begun;
  expect((service.tasks[0]?.createdAt ?? 0) - first).toBeGreaterThanOrEqual((turns - 1) * 1_000);
});

it('waits for the places that tasks from before a restart take', async ({ world }) => {
  world.service.runningMs = 3_600_000;
  await flood(world, 8);
  await world.clock.advance(10_000);
  await world.restart();
  await world.clock.advance(10_000);
  expect(world.service.tasks).toHaveLength(5);
});

it('shows how many go before a job, and when it is likely there, from what the last ones took before a restart', async () => {
  const world = await open();
  world.service.pendingMs = 20_000;
  world.service.runningMs = 70_000;
  const known = await flood(world, 3);
  await world.clock.until(() => known.every((id) => world.isSettled(id)));
  const tookMs = known
    .map((id) => world.job(id))
    .flatMap((job) => (job.state === 'delivered' ? [job.deliveredAt - job.submittedAt] : []))
    .toSorted((a, b) => a - b);
  const typicalMs = tookMs[1] ?? Number.NaN;
  await world.restart();
  await flood(world, 12);
  await world.clock.advance(2_000);

  const acceptedAt = world.clock.now();
  const own = await ask(world, second, 'mine');
  await world.clock.advance(0);
  // Seven of the flood wait; their owner has five at the service, so that somebody's first goes before all of them.
  expect(panelOf(world, own)).not.toContain('ahead of you');
  expect(panelOf(world, own)).toContain(`<t:${Math.floor((acceptedAt + typicalMs) / 1_000)}:R>`);

  const last = await ask(world, flooder, 'last');
  await world.clock.advance(0);
  // Those seven and the one of the other member: two turns of five places, the second is its own.
  expect(panelOf(world, last)).toContain('8 ahead of you');
  expect(panelOf(world, last)).toContain(`<t:${Math.floor((acceptedAt + 2 * typicalMs) / 1_000)}:R>`);
});
