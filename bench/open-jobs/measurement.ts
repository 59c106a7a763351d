import type { Measurement } from '../support/measurement.ts';
import { sampleFrom } from '../support/round.ts';

const nodeOptions = ['--expose-gc'];
const subject = (name: string, script: string) => ({
  name,
  run: (folder: string) =>
    sampleFrom({ script: `bench/open-jobs/${script}`, args: [folder], nodeOptions }, 60_000),
});

/** A restart with very much to do. */
export const openJobs: Measurement = {
  name: 'open-jobs',
  title:
    '10,000 open jobs resumed and polled for 17 s (a query takes 50 ms), a new job accepted every 250 ms',
  rounds: 2,
  figures: [
    { key: 'resumedMs', label: 'start to all resumed, ms' },
    { key: 'rssMiB', label: 'RSS once resumed, MiB' },
    { key: 'heapMiB', label: 'heap that the jobs take, MiB', digits: 1 },
    { key: 'pollsPerSecond', label: 'polls/s, over all', digits: 1 },
    { key: 'mostPollsInASecond', label: 'polls/s, in the busiest second' },
    { key: 'pollsAboveLimit', label: "polls above the account's 20/s" },
    { key: 'acceptP50Ms', label: 'accepting a job, p50 ms', digits: 1 },
    { key: 'acceptP95Ms', label: 'accepting a job, p95 ms', digits: 1 },
    { key: 'acceptMaxMs', label: 'accepting a job, max ms', digits: 1 },
    { key: 'loopP50Ms', label: 'event-loop delay, p50 ms', digits: 1 },
    { key: 'loopP99Ms', label: 'event-loop delay, p99 ms', digits: 1 },
    { key: 'loopMaxMs', label: 'event-loop delay, max ms', digits: 1 },
  ],
  ours: subject('studio', 'studio-round.ts'),
  alternatives: [subject('setInterval and a JSON file', 'interval-round.ts')],
};
