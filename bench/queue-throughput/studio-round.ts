import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { pino } from 'pino';
import { holdMoney } from '../../src/community/spending-lease.ts';
import { ServiceError } from '../../src/service/errors.ts';
import { videoModels } from '../../src/service/models.ts';
import type { VideoRequest } from '../../src/service/video/request.ts';
import type { VideoTask } from '../../src/service/video/task.ts';
import { ofPerson } from '../../src/storage/record-index.ts';
import { openStore } from '../../src/storage/store.ts';
import { draftIndex, draftSchema } from '../../src/video/drafts.ts';
import { jobIndex, videoJobSchema } from '../../src/video/job.ts';
import { presetsSchema } from '../../src/video/presets.ts';
import { VideoStudio } from '../../src/video/studio.ts';
import { frameAt, orderOf } from '../support/jobs.ts';
import { endWithParent, reportSample } from '../support/round.ts';
import { silentMessenger } from '../support/silent-messenger.ts';
import { type Accounts, jobsOfEachFamily, observe, type Phase } from './workload.ts';

endWithParent();
const [folder = ''] = process.argv.slice(2);
const log = pino({ level: 'silent' });

const neverNeeded = async (): Promise<never> => {
  throw new Error('this measurement does not need it');
};

function create(accounts: Accounts, request: VideoRequest): { taskId: string } {
  const { family } = videoModels[request.model];
  const id = accounts[family].create();
  if (id !== undefined) return { taskId: `${family} ${id}` };
  throw new ServiceError({
    fault: 'throttled',
    code: 'Throttling.RateQuota',
    status: 429,
    nothingHappened: true,
  });
}

function query(accounts: Accounts, taskId: string): VideoTask {
  const [family = '', id = ''] = taskId.split(' ');
  const endedAt = accounts[family === 'small' ? 'small' : 'standard'].endedAt(id);
  if (endedAt === undefined) return { taskId, status: 'running' };
  return { taskId, status: 'succeeded', endedAt, videoUrl: 'https://results.example/film.mp4' };
}

async function work({ clock, limits, accounts }: Phase): Promise<void> {
  const dataDir = join(folder, `phase-${clock.now()}`);
  await mkdir(dataDir);
  const store = openStore({ dataDir, log });
  const studio = new VideoStudio({
    settings: {
      region: 'singapore',
      dataDir,
      pollIntervalMs: 15_000,
      pollsPerSecond: 10,
      deadlineMs: 24 * 3_600_000,
      limits,
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
      create: async (request) => create(accounts, request),
      query: async (taskId) => query(accounts, taskId),
      cancel: neverNeeded,
      list: neverNeeded,
    },
    messenger: silentMessenger,
    clock,
    log,
    mayFollow: () => true,
    download: async (_url, path) => {
      await writeFile(path, 'film');
      return { bytes: 4 };
    },
    inspect: async () => ({ seconds: 5, width: 1_920, height: 1_080 }),
    shrink: undefined,
    inspectors: { audio: neverNeeded, reference: neverNeeded },
  });
  const models = ['gen2.7-t2v', 'gen2.1-t2v-turbo'];
  const asks = Array.from({ length: jobsOfEachFamily * models.length }, async (_, index) => {
    const job = frameAt(index, clock.now());
    const model = models[index % models.length];
    await studio.accept(orderOf(job), { of: 'text', model, prompt: job.request.prompt });
  });
  await Promise.all(asks);
  await studio.open();
}

reportSample(await observe(work));
