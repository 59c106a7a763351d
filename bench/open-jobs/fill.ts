import { join } from 'node:path';
import { pino } from 'pino';
import { openStore } from '../../src/storage/store.ts';
import { jobIndex, videoJobSchema } from '../../src/video/job.ts';
import { JsonRecords } from '../support/json-records.ts';
import { endWithParent, reportSample } from '../support/round.ts';
import { openJobsToResume } from './workload.ts';

/** Writes the jobs that a later process resumes, for the store and for the recipe. */
endWithParent();
const [folder = ''] = process.argv.slice(2);
const jobs = openJobsToResume();
const store = openStore({ dataDir: folder, log: pino({ level: 'silent' }) });
await store
  .collection('video-jobs', videoJobSchema, jobIndex)
  .setMany(jobs.map((job) => [job.id, job] as const));
await store.close();
await JsonRecords.create(join(folder, 'jobs.json'), jobs);
reportSample({ filled: jobs.length });
