import { setTimeout as wait } from 'node:timers/promises';
import { LoopWatch } from '../support/event-loop.ts';
import { idAt, openJobAt } from '../support/jobs.ts';
import type { Sample } from '../support/measurement.ts';
import { percentile } from '../support/statistics.ts';
import type { PolledService } from './polled-service.ts';

const openCount = 10_000;
/** One job in so many has not begun: its first poll is a change to be written down. */
const pendingEach = 100;
/** Long enough to see one whole interval of 15 s go by. */
const windowMs = 17_000;
const acceptEveryMs = 250;
const stragglersMs = 15_000;

export const openJobsToResume = () =>
  Array.from({ length: openCount }, (_, index) =>
    openJobAt(index, index % pendingEach === 0 ? 'pending' : 'running'),
  );

export interface Resumed {
  readonly service: PolledService;
  /** Takes a new job; resolves when it is written down. */
  accept(id: string): Promise<unknown>;
}

/** Resumes the jobs and watches the process while it polls. */
export async function observe(resume: () => Promise<Resumed>): Promise<Sample> {
  const heapBefore = usedMiB().heap;
  const startedAt = performance.now();
  const { service, accept } = await resume();
  const resumedAt = performance.now();
  const { rss, heap } = usedMiB();
  const loop = new LoopWatch();
  const observedFrom = performance.now();
  const acceptedMs = await acceptSteadily(accept);
  const counts = service.read(observedFrom, performance.now());
  return {
    resumedMs: resumedAt - startedAt,
    rssMiB: rss,
    heapMiB: heap - heapBefore,
    ...counts,
    ...loop.read(),
    acceptP50Ms: percentile(acceptedMs, 50),
    acceptP95Ms: percentile(acceptedMs, 95),
    acceptMaxMs: percentile(acceptedMs, 100),
  };
}

/** People do not wait for each other: each time counts from when the job should have come, also when nobody listened. */
async function acceptSteadily(accept: Resumed['accept']): Promise<number[]> {
  const from = performance.now();
  const times: number[] = [];
  const waiting: Promise<unknown>[] = [];
  for (let index = 0; index * acceptEveryMs < windowMs; index += 1) {
    const dueAt = from + index * acceptEveryMs;
    await wait(Math.max(0, dueAt - performance.now()));
    waiting.push(accept(idAt(openCount + index)).then(() => times.push(performance.now() - dueAt)));
  }
  await Promise.race([Promise.all(waiting), wait(stragglersMs)]);
  while (times.length < waiting.length) times.push(performance.now() - from);
  return times;
}

function usedMiB(): { readonly rss: number; readonly heap: number } {
  globalThis.gc?.();
  const { rss, heapUsed } = process.memoryUsage();
  return { rss: rss / 1_024 ** 2, heap: heapUsed / 1_024 ** 2 };
}
