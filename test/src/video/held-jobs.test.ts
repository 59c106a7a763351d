import { expect, it, onTestFinished } from 'vitest';
import { RepeatedWrites } from '../../../src/operations/repeated-writes.ts';
import type { HeldWork, WorkQueue } from '../../../src/operations/work-queue.ts';
import { StoreError } from '../../../src/storage/store-error.ts';
import { HeldJobs } from '../../../src/video/held-jobs.ts';
import { jobIndex, type VideoJob } from '../../../src/video/job.ts';
import { JobLedger } from '../../../src/video/ledger.ts';
import { Submitter } from '../../../src/video/submitter.ts';
import { acceptedJob } from '../../support/authority-jobs.ts';
import { FakeClock } from '../../support/fake-clock.ts';
import { silentLog as log } from '../../support/fake-log.ts';
import { FakeVideoService } from '../../support/fake-video-service.ts';
import { MemoryShelf } from '../../support/memory-shelf.ts';

const jobs = [1, 2].map((number) =>
  acceptedJob({ number, acceptedAt: number, userId: `person ${number}`, prompt: `kite ${number}` }),
);
const [first = '', second = ''] = jobs.map(({ id }) => id);

/** The queue of work as one worker sees it. */
class FakeQueue implements WorkQueue {
  waiting: string[] = [];
  isAway = false;
  readonly askFor = async () => undefined;
  readonly finish = async () => undefined;
  readonly giveBack = async () => undefined;

  async take(): Promise<readonly HeldWork[]> {
    this.#assertThere();
    return this.waiting.splice(0).map((id) => ({ id, entry: id, attempt: 0 }));
  }

  async keep(): Promise<void> {
    this.#assertThere();
  }

  #assertThere(): void {
    if (this.isAway) throw new StoreError('unreachable', 'the store is away');
  }
}

/** A worker that makes one video at a time, and needs so long to get the files of one. */
function workerWith({ filesTakeMs = 0 } = {}) {
  const clock = new FakeClock();
  const shelf = new MemoryShelf<VideoJob>(undefined, undefined, jobIndex);
  const writes = new RepeatedWrites({ clock, log });
  const ledger = new JobLedger({ shelf, clock, log, writes, mirrors: 'held' });
  const service = new FakeVideoService(clock);
  const limits = { createsPerSecond: 1_000, tasksAtOnce: 1 };
  const queue = new FakeQueue();
  const submitter = new Submitter({
    ...{ ledger, client: service, clock, log, limits: { standard: limits, small: limits } },
    isSurelyOurs: (id) => held.isSurelyOurs(id),
    renew: async ({ request }) => {
      await clock.sleep(filesTakeMs);
      return request;
    },
  });
  const resume = async (job: VideoJob) => submitter.resume(job);
  const held = new HeldJobs({ queue, ledger, jobs: shelf, resume, clock, log });
  onTestFinished(async () => {
    const closed = Promise.all([held.stopTaking(), submitter.close()]);
    await clock.advance(60_000);
    await closed;
  });
  const give = async (id: string) => {
    await shelf.setMany(jobs.filter((job) => job.id === id).map((job) => [id, job] as const));
    queue.waiting.push(id);
  };
  submitter.start();
  held.start();
  return { clock, ledger, shelf, service, queue, give, held };
}

it('a worker that could not say for too long that it has a video sends nothing, and does once it could', async () => {
  const { clock, ledger, service, queue, give, held } = workerWith({ filesTakeMs: 13_000 });
  await give(first);
  await clock.advance(1_000);
  expect(held.isSurelyOurs(first)).toBe(true);
  expect(held.isSurelyOurs(second)).toBe(false);
  queue.isAway = true;
  await clock.advance(14_000);
  expect(service.calls.create).toBe(0);
  expect(held.isSurelyOurs(first)).toBe(false);
  expect(await ledger.find(first)).toMatchObject({ state: 'accepted' });
  queue.isAway = false;
  await clock.advance(25_000);
  expect(service.calls.create).toBe(1);
  expect(await ledger.find(first)).toMatchObject({ state: 'pending' });
});

it('a video that another worker has by now takes no place here: the next one is sent', async () => {
  const { clock, ledger, shelf, service, give } = workerWith();
  await give(first);
  await clock.advance(2_000);
  await give(second);
  await clock.advance(5_000);
  expect(service.calls.create).toBe(1);
  const job = await shelf.get(first);
  await shelf.set(first, { ...(job as VideoJob), fence: 2 });
  await ledger.readAgain(first);
  await clock.advance(2_000);
  expect(service.tasks.map(({ request }) => request.prompt)).toEqual(['kite 1', 'kite 2']);
});

const jobIn = (id: string, state: 'accepted' | 'delivered') =>
  ({ id, state, ...(state === 'delivered' ? { settled: true } : {}) }) as unknown as VideoJob;

/** A worker whose ledger and queue say what they are told. */
function listened() {
  const clock = new FakeClock();
  const waiting: HeldWork[] = [];
  const told: string[] = [];
  const stored = new Map<string, VideoJob>();
  const failing = new Set<string>();
  const answers = { afterMs: 0, takenAfterMs: 0 };
  const ids = (held: readonly HeldWork[]) => held.map(({ id }) => id).join();
  const may = (what: string) => {
    if (failing.has(what)) throw new Error(`no ${what}`);
  };
  const queue = {
    take: async (most: number) => {
      may('take');
      if (answers.takenAfterMs > 0) await clock.sleep(answers.takenAfterMs);
      return waiting.splice(0, most);
    },
    keep: async (held: readonly HeldWork[]) => {
      may('keep');
      if (answers.afterMs > 0) await clock.sleep(answers.afterMs);
      told.push(`keep ${ids(held)}`);
    },
    finish: async (held: HeldWork) => void told.push(`finish ${held.id}`),
    giveBack: async (held: readonly HeldWork[]) => void told.push(`give back ${ids(held)}`),
    askFor: async (asked: readonly string[]) => void told.push(`ask for ${asked.join()}`),
  } as unknown as WorkQueue;
  let change: (job: VideoJob) => void = () => undefined;
  let lose: (job: VideoJob) => void = () => undefined;
  const ledger = {
    onChange: (listener: typeof change) => {
      change = listener;
    },
    onLoss: (listener: typeof lose) => {
      lose = listener;
    },
    hold: async (id: string) => stored.get(id),
    letGo: (id: string) => void told.push(`let go ${id}`),
  } as unknown as JobLedger;
  const jobs = {
    get: async (id: string) => stored.get(id),
    select: async function* () {
      yield* stored;
    },
  };
  const resumed: string[] = [];
  const held = new HeldJobs({
    ...{ queue, ledger, clock, log },
    jobs: jobs as never,
    resume: async ({ id }) => {
      may('resume');
      resumed.push(id);
    },
  });
  const stop = async () => {
    const stopped = held.stopTaking();
    await clock.advance(0);
    await stopped;
  };
  onTestFinished(stop);
  const order = (id: string) => {
    stored.set(id, jobIn(id, 'accepted'));
    waiting.push({ id, entry: `entry of ${id}`, attempt: 0 });
    held.note(id);
  };
  return {
    ...{ clock, held, stored, told, resumed, failing, answers, order, stop },
    change: (job: VideoJob) => change(job),
    lose: (job: VideoJob) => lose(job),
  };
}

it('is surely ours for less time than the queue waits for a silent worker, and again once it is heard of', async () => {
  const { clock, held, failing, order } = listened();
  held.start();
  order('a');
  await clock.advance(1_000);
  expect([held.isSurelyOurs('a'), held.isSurelyOurs('b')]).toEqual([true, false]);
  failing.add('keep').add('take');
  await clock.advance(10_000);
  expect(held.isSurelyOurs('a')).toBe(true);
  await clock.advance(2_500);
  expect(held.isSurelyOurs('a')).toBe(false);
  failing.delete('keep');
  await clock.advance(3_000);
  expect(held.isSurelyOurs('a')).toBe(true);
});

it('counts from when it asked, however late the answer comes', async () => {
  const { clock, held, told, failing, answers, order } = listened();
  held.start();
  order('a');
  await clock.advance(1_000);
  answers.afterMs = 10_000;
  failing.add('take');
  const before = told.length;
  while (told.length === before) await clock.advance(500);
  failing.add('keep');
  expect(held.isSurelyOurs('a')).toBe(true);
  await clock.advance(4_000);
  expect(held.isSurelyOurs('a')).toBe(false);
});

it('counts from when it asked for more, too, however late those come', async () => {
  const { clock, held, failing, answers, order } = listened();
  held.start();
  order('a');
  await clock.advance(1_000);
  failing.add('keep');
  answers.takenAfterMs = 10_000;
  const sure: boolean[] = [];
  for (const ms of [12_000, 3_000, 10_000]) {
    await clock.advance(ms);
    sure.push(held.isSurelyOurs('a'));
    if (sure.length === 2) answers.takenAfterMs = 0;
  }
  expect(sure).toEqual([true, false, true]);
});

it('a video that it cannot begin with is given out again, and it does not say that it has it', async () => {
  const { clock, held, told, resumed, failing, order } = listened();
  held.start();
  failing.add('resume');
  order('a');
  await clock.advance(4_000);
  expect(told).toContain('let go a');
  expect(told.filter((line) => line.startsWith('keep'))).toEqual([]);
  expect([resumed, held.isSurelyOurs('a')]).toEqual([[], false]);
});

it('what is over is no longer kept or given back, and what was over before is taken off the queue', async () => {
  const { clock, held, stored, told, resumed, order, change, stop } = listened();
  held.start();
  order('a');
  order('b');
  order('over');
  stored.delete('over');
  await clock.advance(1_000);
  change(jobIn('a', 'delivered'));
  expect([held.isSurelyOurs('a'), held.isSurelyOurs('over')]).toEqual([false, false]);
  await clock.advance(3_000);
  await stop();
  await held.giveBack();
  expect(resumed).toEqual(['a', 'b']);
  expect(told).toEqual(['finish over', 'keep b', 'let go b', 'give back b']);
});

it('what another worker has is no longer kept, finished or given back', async () => {
  const { clock, held, stored, told, order, lose, change, stop } = listened();
  held.start();
  order('a');
  order('b');
  await clock.advance(1_000);
  for (const id of ['a']) lose(stored.get(id) ?? jobIn(id, 'accepted'));
  change(jobIn('a', 'delivered'));
  await clock.advance(3_000);
  await stop();
  await held.giveBack();
  expect(told).toEqual(['keep b', 'let go b', 'give back b']);
});

it('takes nothing more once it stops, and looks each minute for what nobody works on', async () => {
  const { clock, held, stored, told, resumed, order, stop } = listened();
  held.start();
  order('a');
  await clock.advance(1_000);
  stored.set('lost', jobIn('lost', 'accepted'));
  stored.set('over', jobIn('over', 'delivered'));
  await clock.advance(60_000);
  expect(told.filter((line) => line.startsWith('ask'))).toEqual(['ask for lost']);
  await stop();
  order('late');
  await clock.advance(10_000);
  expect(resumed).toEqual(['a']);
});

it('asks for what nobody works on five hundred at a time, each once', async () => {
  const { clock, held, stored, told } = listened();
  const lost = Array.from({ length: 501 }, (_, index) => `lost-${index}`);
  for (const id of lost) stored.set(id, jobIn(id, 'accepted'));
  held.start();
  await clock.advance(1_000);
  const asked = told
    .filter((line) => line.startsWith('ask'))
    .map((line) => line.slice('ask for '.length).split(','));
  expect(asked).toEqual([lost.slice(0, 500), lost.slice(500)]);
});

it('takes at once whatever waits, fifty at a time', async () => {
  const { clock, held, resumed, order } = listened();
  for (let index = 0; index < 120; index += 1) order(`job-${index}`);
  held.start();
  await clock.advance(0);
  expect(resumed).toHaveLength(120);
});
