import { pino } from 'pino';
import { holdMoney } from '../../src/community/spending-lease.ts';
import { systemClock } from '../../src/operations/clock.ts';
import { accountLimits } from '../../src/service/models.ts';
import { ofPerson } from '../../src/storage/record-index.ts';
import { openStore } from '../../src/storage/store.ts';
import { draftIndex, draftSchema } from '../../src/video/drafts.ts';
import { jobIndex, videoJobSchema } from '../../src/video/job.ts';
import { presetsSchema } from '../../src/video/presets.ts';
import { VideoStudio } from '../../src/video/studio.ts';
import { frameAt, orderOf } from '../support/jobs.ts';
import { endWithParent, reportSample, sampleFrom } from '../support/round.ts';
import { silentMessenger } from '../support/silent-messenger.ts';
import { PolledService } from './polled-service.ts';
import { observe, type Resumed } from './workload.ts';

const neverNeeded = async (): Promise<never> => {
  throw new Error('no task of this measurement ends');
};

endWithParent();
const [folder = ''] = process.argv.slice(2);
await sampleFrom({ script: 'bench/open-jobs/fill.ts', args: [folder] }, 20_000);
const log = pino({ level: 'silent' });

async function resume(): Promise<Resumed> {
  const service = new PolledService();
  const store = openStore({ dataDir: folder, log });
  const studio = new VideoStudio({
    settings: {
      region: 'singapore',
      dataDir: folder,
      pollIntervalMs: 15_000,
      pollsPerSecond: 10,
      deadlineMs: 24 * 3_600_000,
      limits: accountLimits,
      keepMs: 24 * 3_600_000,
      keepJobsMs: 30 * 24 * 3_600_000,
      secondsPerPersonPerDay: 0,
      secondsPerGuildPerDay: 0,
      secondsPerBotPerDay: 0,
    },
    jobs: store.collection('video-jobs', videoJobSchema, jobIndex),
    spent: await holdMoney(store.atomic),
    drafts: store.collection('video-drafts', draftSchema, draftIndex),
    presets: store.collection('video-presets', presetsSchema, ofPerson),
    client: {
      query: (taskId) => service.query(taskId),
      create: neverNeeded,
      cancel: neverNeeded,
      list: neverNeeded,
    },
    messenger: silentMessenger,
    clock: systemClock,
    log,
    mayFollow: () => true,
    download: neverNeeded,
    inspect: neverNeeded,
    shrink: undefined,
    inspectors: { audio: neverNeeded, reference: neverNeeded },
  });
  await studio.open();
  const job = frameAt(0, Date.now());
  const { prompt } = job.request;
  return { service, accept: (id) => studio.accept({ ...orderOf(job), id }, { of: 'text', prompt }) };
}

reportSample(await observe(resume));
