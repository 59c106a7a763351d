import { describe, expect, it } from 'vitest';
import { StoreError } from '../../../src/storage/store-error.ts';
import { isOpen, type JobState, type VideoJob } from '../../../src/video/job.ts';
import { recordingLog } from '../../support/fake-log.ts';
import { videoId as id, oneAtATime, requester, VideoWorld } from '../../support/video-world.ts';

const day = 600;

/** A life of a video, up to where nothing more happens to it, and what must have come of it. */
interface Life {
  readonly begin?: (world: VideoWorld) => void;
  /** What people do; each step is done once its state is reached. */
  readonly people?: readonly { readonly at: JobState; readonly press: Press }[];
  readonly end: JobState;
  /** Creation calls that people decided on, with those that the service throttled. */
  readonly calls: number;
  readonly tasks: number;
  readonly results: number;
  /** How often its requester is told in private. */
  readonly told: number;
  readonly spent: number;
}

type Press = (world: VideoWorld, job: VideoJob) => Promise<unknown>;

const giveUp: Press = async ({ studio }, job) => await studio.decisions.decide(job, { type: 'given-up' });
const again: Press = async ({ studio }, job) => await studio.decisions.resubmit(job, requester);
const cancel: Press = async ({ studio }, job) => await studio.decisions.cancel(job, requester);
const remove: Press = async ({ studio }, job) => await studio.decisions.remove(job, requester);

const lostBefore = ({ service }: VideoWorld) => service.loseAnswer('before');

const lives: Readonly<Record<string, Life>> = {
  'goes well': { end: 'delivered', calls: 1, tasks: 1, results: 1, told: 0, spent: 5 },
  'is found after its answer was lost': {
    begin: ({ service }) => {
      service.showsPromptEarly = true;
      service.loseAnswer('after');
    },
    ...{ end: 'delivered', calls: 1, tasks: 1, results: 1, told: 0, spent: 5 },
  },
  'is made again after its answer was lost': {
    begin: lostBefore,
    people: [{ at: 'undecided', press: again }],
    ...{ end: 'delivered', calls: 2, tasks: 1, results: 1, told: 1, spent: 10 },
  },
  'is given up after its answer was lost': {
    begin: lostBefore,
    people: [{ at: 'undecided', press: giveUp }],
    ...{ end: 'abandoned', calls: 1, tasks: 0, results: 0, told: 1, spent: 5 },
  },
  'is throttled first': {
    begin: ({ service }) => service.refuse('create', { fault: 'throttled', code: 'Throttling' }),
    ...{ end: 'delivered', calls: 2, tasks: 1, results: 1, told: 0, spent: 5 },
  },
  'is refused': {
    begin: ({ service }) => service.refuse('create', { fault: 'moderation', code: 'DataInspectionFailed' }),
    ...{ end: 'failed', calls: 1, tasks: 0, results: 0, told: 1, spent: 0 },
  },
  'fails at the service': {
    begin: ({ service }) => {
      service.ending = () => ({ status: 'failed', code: 'InternalError' });
    },
    ...{ end: 'failed', calls: 1, tasks: 1, results: 0, told: 1, spent: 0 },
  },
  'is cancelled': {
    begin: ({ service }) => {
      service.showsPromptEarly = true;
      service.pendingMs = 24 * 3_600_000;
    },
    people: [{ at: 'pending', press: cancel }],
    ...{ end: 'canceled', calls: 1, tasks: 1, results: 0, told: 0, spent: 0 },
  },
  'is deleted': {
    people: [{ at: 'delivered', press: remove }],
    ...{ end: 'removed', calls: 1, tasks: 1, results: 1, told: 0, spent: 5 },
  },
  'finds its channel closed': {
    begin: ({ messenger }) => messenger.fail('post', 'closed', Number.POSITIVE_INFINITY),
    ...{ end: 'undeliverable', calls: 1, tasks: 1, results: 0, told: 1, spent: 5 },
  },
};

/** What the store does, from its n-th write on. */
type Fault = 'fails once' | 'fails for a while' | 'fails until a restart';
const faults: readonly Fault[] = ['fails once', 'fails for a while', 'fails until a restart'];
const timesOf: Readonly<Record<Fault, number>> = {
  'fails once': 1,
  'fails for a while': 5,
  'fails until a restart': Number.POSITIVE_INFINITY,
};

/** Asks and presses as a person does: what's refused by an error of the store is done again a minute later. */
async function insist<Result>(world: VideoWorld, act: () => Promise<Result>): Promise<Result> {
  for (;;) {
    const done = act().then(
      (value) => ({ value }),
      (error: unknown) => ({ error }),
    );
    let outcome: Awaited<typeof done> | undefined;
    void done.then((known) => {
      outcome = known;
    });
    await world.clock.until(() => outcome !== undefined || isStuck(world));
    if (outcome === undefined) {
      await mend(world);
      outcome = await done;
    }
    if ('value' in outcome) return outcome.value;
    if (!(outcome.error instanceof StoreError)) throw outcome.error;
    if (isStuck(world)) await mend(world);
    await world.clock.advance(60_000);
  }
}

/** For two minutes nothing was written, because the store stays as it is. */
function isStuck(world: VideoWorld): boolean {
  const since = world.writeFaults.failingSince;
  return since !== undefined && world.clock.now() - since > 2 * 60_000;
}

/** The bot is started again with a store that works. */
async function mend(world: VideoWorld): Promise<void> {
  world.writeFaults.mend();
  const stopped = world.studio.close();
  await world.clock.advance(1_000);
  await stopped;
  await world.restart();
}

async function reach(world: VideoWorld, id: string, state: JobState): Promise<void> {
  const isThere = () => world.job(id).state === state && !isOpenEnd(world.job(id));
  await world.clock.until(() => isThere() || isStuck(world));
  if (isThere()) return;
  await mend(world);
  await world.clock.until(isThere);
}

/** An end, or a question, that isn't settled. */
const isOpenEnd = (job: VideoJob) => 'settled' in job && isOpen(job);

/** Lives a whole life with the n-th write failing. False when there's no n-th write. */
async function live(life: Life, fault: Fault, first: number): Promise<boolean> {
  const world = await VideoWorld.open({
    secondsPerPersonPerDay: day,
    limits: oneAtATime,
  });
  life.begin?.(world);
  world.writeFaults.fail(first, timesOf[fault]);
  let asked = 0;
  const ask = async () => {
    asked += 1;
    return await world.accept({}, { id: String(1_000_000_000_000_000_000n + BigInt(asked)) });
  };
  const { id } = await insist(world, ask);
  for (const { at, press } of life.people ?? []) {
    await reach(world, id, at);
    await insist(world, async () => await press(world, world.job(id)));
  }
  await reach(world, id, life.end);
  const { failed } = world.writeFaults;
  world.writeFaults.mend();
  await expectWhole(world, life, id, `${fault} at write ${first}`);
  await world.close();
  return failed > 0;
}

async function expectWhole(world: VideoWorld, life: Life, id: string, when: string): Promise<void> {
  const { service, messenger } = world;
  // What still waits to be given back.
  await world.clock.advance(60_000);
  const results = messenger.posted.filter(({ nonce }) => nonce === `v-${id}`);
  const seen = {
    calls: service.calls.create,
    tasks: service.tasks.length,
    results: results.length,
    spent: day - ((await world.leftOf()) ?? 0),
  };
  const { calls, tasks, results: posted, told, spent } = life;
  expect(seen, when).toEqual({ calls, tasks, results: posted, spent });
  // A process that ends between telling and writing that down is followed by one that tells it again.
  const timesTold = messenger.whispers.length + messenger.directs.length;
  expect(world.restarts > 0 ? [told, told + 1] : [told], when).toContain(timesTold);
  expect(world.jobs.records.size).toBe(1);
  if (world.restarts > 0) return;
  // The only slot is free: the next one is made.
  messenger.failures.length = 0;
  service.pendingMs = 0;
  service.ending = () => ({ status: 'succeeded' });
  const next = '1000000000000000099';
  await world.accept({ prompt: 'a boat', duration: 5 }, { id: next });
  await reach(world, next, 'delivered');
  expect(await world.leftOf()).toBe(day - spent - 5);
}

const cases = Object.entries(lives).flatMap(([name, life]) =>
  faults
    // Five failures in a row are much like one, except where people press something meanwhile.
    .filter((fault) => fault !== 'fails for a while' || life.people)
    .map((fault) => ({ name, life, fault })),
);

it.each(cases)(
  'a video that $name hangs, loses and doubles nothing, whichever write of the store $fault',
  async ({ life, fault }) => {
    let first = 1;
    while (await live(life, fault, first)) first += 1;
    expect(first).toBeGreaterThan(5);
  },
);

describe('a store that fails at one moment only', () => {
  /** From now on records in that state are refused, for so long. */
  function refuse(world: VideoWorld, state: JobState, forMs: number): void {
    const until = world.clock.now() + forMs;
    world.jobs.refuses = (_, job) => job.state === state && world.clock.now() < until;
  }

  it('does not send a video twice where the channel cannot be read to see whether it is there', async () => {
    const world = await VideoWorld.open();
    world.messenger.fail('findOwn', 'blind', Number.POSITIVE_INFINITY);
    refuse(world, 'delivered', 10 * 60_000);
    await world.make();
    expect(world.job(id).state).toBe('delivered');
    expect(world.messenger.posted).toHaveLength(1);
    expect(world.messenger.directs).toEqual([]);
  });

  it('does not end the start after a kill', async () => {
    const world = await VideoWorld.open();
    world.service.showsPromptEarly = true;
    world.service.deadly.add('create');
    void world.accept();
    await world.clock.until(() => world.line.dead);
    world.service.deadly.clear();
    world.writeFaults.fail(1, 3);
    const opening = world.restart();
    await world.clock.until(() => world.isSettled(id));
    await opening;
    expect(world.job(id).state).toBe('delivered');
    expect(world.service.calls.create).toBe(1);
  });

  it('does not forget where a video was reposted, which goes with it', async () => {
    const world = await VideoWorld.open();
    await world.make();
    world.writeFaults.fail(1, 3);
    const copy = { channelId: '4000000000000000002', messageId: '9100000000000000000' };
    const brought = world.studio.bringBack.bring(world.job(id), 10 * 1024 * 1024, async () => copy);
    await world.clock.advance(60_000);
    await brought;
    await world.studio.decisions.remove(world.job(id), requester);
    await world.clock.until(() => world.job(id).state === 'removed' && world.isSettled(id));
    expect(world.messenger.removed).toContain(copy.messageId);
  });
});

describe('while what happened to one video cannot be written', () => {
  const first = '1000000000000000001';
  const second = '1000000000000000002';

  async function open() {
    const { log, lines } = recordingLog();
    const world = await VideoWorld.open({}, { log });
    world.service.showsPromptEarly = true;
    // Whatever is written of it after its creation call.
    let fails = true;
    world.jobs.refuses = (id, job) => fails && id === first && 'taskId' in job;
    await world.accept({}, { id: first });
    await world.clock.until(() => world.service.tasks.length === 1);
    return {
      world,
      lines,
      mendStore: () => {
        fails = false;
      },
    };
  }

  it('no other is made, and it can be cancelled meanwhile', async () => {
    const { world, mendStore } = await open();
    const third = '1000000000000000003';
    for (const id of [second, third]) await world.accept({ prompt: 'a boat' }, { id });
    await world.clock.advance(10 * 60_000);
    expect(world.service.calls.create).toBe(1);
    expect(world.job(first).state).toBe('submitting');
    await world.studio.decisions.cancel(world.job(third), requester);
    mendStore();
    await world.clock.until(() => [first, second, third].every((id) => world.isSettled(id)));
    expect([first, second, third].map((id) => world.job(id).state)).toEqual([
      'delivered',
      'delivered',
      'canceled',
    ]);
    expect(world.service.calls.create).toBe(2);
  });

  it('and the bot stops, the log has its task under its reference, and the next start finds it', async () => {
    const { world, lines, mendStore } = await open();
    await world.studio.close();
    expect(lines.findLast(({ level }) => level === 'error')).toMatchObject({
      job: first,
      reference: 'TEST-0001',
      taskId: 'task-1',
    });
    mendStore();
    await world.restart();
    await world.clock.until(() => world.isSettled(first));
    expect(world.job(first)).toMatchObject({ state: 'delivered', taskId: 'task-1' });
    expect(world.service.calls.create).toBe(1);
  });
});
