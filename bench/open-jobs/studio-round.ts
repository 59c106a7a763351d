import { pino } from 'pino';
import { openStore } from '../../src/storage/store.ts';
import { frameAt, orderOf } from '../support/jobs.ts';
import { endWithParent, reportSample, sampleFrom } from '../support/round.ts';
import { benchStudio } from '../support/studio.ts';
import { PolledService } from './polled-service.ts';
import { observe, type Resumed } from './workload.ts';

endWithParent();
const [folder = ''] = process.argv.slice(2);
await sampleFrom({ script: 'bench/open-jobs/fill.ts', args: [folder] }, 20_000);
const log = pino({ level: 'silent' });

async function resume(): Promise<Resumed> {
  const service = new PolledService();
  const store = openStore({ dataDir: folder, log });
  const client = { query: async (taskId: string) => await service.query(taskId) };
  const studio = await benchStudio(store, { dataDir: folder, client });
  await studio.open();
  const job = frameAt(0, Date.now());
  const { prompt } = job.request;
  return { service, accept: (id) => studio.accept({ ...orderOf(job), id }, { of: 'text', prompt }) };
}

reportSample(await observe(resume));
