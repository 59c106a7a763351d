import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { pino } from 'pino';
import { ServiceError } from '../../src/service/errors.ts';
import { videoModels } from '../../src/service/models.ts';
import type { VideoRequest } from '../../src/service/video/request.ts';
import type { VideoTask } from '../../src/service/video/task.ts';
import { openStore } from '../../src/storage/store.ts';
import { frameAt, orderOf } from '../support/jobs.ts';
import { endWithParent, reportSample } from '../support/round.ts';
import { benchStudio, bringsFilms } from '../support/studio.ts';
import { type Accounts, jobsOfEachFamily, observe, type Phase } from './workload.ts';

endWithParent();
const [folder = ''] = process.argv.slice(2);
const log = pino({ level: 'silent' });

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
  const studio = await benchStudio(store, {
    dataDir,
    settings: { limits },
    client: {
      create: async (request) => create(accounts, request),
      query: async (taskId) => query(accounts, taskId),
    },
    clock,
    ...bringsFilms,
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
