import { join } from 'node:path';
import type { VideoJob } from '../../src/video/job.ts';
import { frameAt, type openJobAt } from '../support/jobs.ts';
import { JsonRecords } from '../support/json-records.ts';
import { endWithParent, reportSample, sampleFrom } from '../support/round.ts';
import { PolledService } from './polled-service.ts';
import { observe, type Resumed } from './workload.ts';

type OpenJob = ReturnType<typeof openJobAt>;

const pollEveryMs = 15_000;

endWithParent();
const [folder = ''] = process.argv.slice(2);
await sampleFrom({ script: 'bench/open-jobs/fill.ts', args: [folder] }, 20_000);

/** The usual recipe: a timer for each job, each change written by writing everything. */
async function resume(): Promise<Resumed> {
  const service = new PolledService();
  const jobs = await JsonRecords.open<VideoJob>(join(folder, 'jobs.json'));
  const poll = async ({ id, taskId }: OpenJob) => {
    const { status } = await service.query(taskId);
    const job = jobs.all.get(id);
    if (job?.state === 'pending') await jobs.set({ ...job, state: status });
  };
  for (const job of jobs.all.values()) {
    if (job.state === 'pending' || job.state === 'running') setInterval(() => void poll(job), pollEveryMs);
  }
  const accept = (id: string) => {
    const acceptedAt = Date.now();
    return jobs.set({ ...frameAt(0, acceptedAt), id, state: 'accepted', notBefore: acceptedAt });
  };
  return { service, accept };
}

reportSample(await observe(resume));
