import { expect, it, onTestFinished } from 'vitest';
import type { HeldWork, WorkQueue } from '../../../src/operations/work-queue.ts';
import { HeldJobs } from '../../../src/video/held-jobs.ts';
import type { VideoJob } from '../../../src/video/job.ts';
import type { JobLedger } from '../../../src/video/ledger.ts';
import { FakeClock } from '../../support/fake-clock.ts';
import { silentLog as log } from '../../support/fake-log.ts';

const jobIn = (id: string, state: 'accepted' | 'delivered') =>
  ({ id, state, ...(state === 'delivered' ? { settled: true } : {}) }) as unknown as VideoJob;

function worker() {
  const clock = new FakeClock();
  const waiting: HeldWork[] = [];
  const told: string[] = [];
  const stored = new Map<string, VideoJob>();
  const failing = new Set<string>();
  const ids = (held: readonly HeldWork[]) => held.map(({ id }) => id).join();
  const may = (what: string) => {
    if (failing.has(what)) throw new Error(`no ${what}`);
  };
  const queue = {
    take: async (most: number) => {
      may('take');
      return waiting.splice(0, most);
    },
    keep: async (held: readonly HeldWork[]) => {
      may('keep');
      told.push(`keep ${ids(held)}`);
    },
    finish: async (held: HeldWork) => void told.push(`finish ${held.id}`),
    giveBack: async (held: readonly HeldWork[]) => void told.push(`give back ${ids(held)}`),
    ask: (id: string) => void told.push(`ask ${id}`),
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
    ...{ clock, held, stored, told, resumed, failing, order, stop },
    change: (job: VideoJob) => change(job),
    lose: (job: VideoJob) => lose(job),
  };
}

it('is surely ours for less time than the queue waits for a silent worker, and again once it is heard of', async () => {
  const { clock, held, failing, order } = worker();
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

it('a video that it cannot begin with is given out again, and it does not say that it has it', async () => {
  const { clock, held, told, resumed, failing, order } = worker();
  held.start();
  failing.add('resume');
  order('a');
  await clock.advance(4_000);
  expect(told).toContain('let go a');
  expect(told.filter((line) => line.startsWith('keep'))).toEqual([]);
  expect([resumed, held.isSurelyOurs('a')]).toEqual([[], false]);
});

it('what is over is off the queue, and asked for again if it was opened again just before', async () => {
  const { clock, held, stored, told, order, change } = worker();
  held.start();
  order('a');
  order('b');
  await clock.advance(1_000);
  stored.set('a', jobIn('a', 'delivered'));
  change(jobIn('a', 'delivered'));
  change(jobIn('b', 'delivered'));
  await clock.advance(0);
  expect(told.filter((line) => !line.startsWith('keep'))).toEqual(['finish a', 'finish b', 'ask b']);
});

it('what another worker has is no longer kept, finished or given back', async () => {
  const { clock, held, stored, told, order, lose, change, stop } = worker();
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
  const { clock, held, stored, told, resumed, order, stop } = worker();
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
