import { rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { pino } from 'pino';
import { holdMoney } from '../../src/community/spending-lease.ts';
import { actorFrom } from '../../src/discord/actor.ts';
import { systemClock } from '../../src/operations/clock.ts';
import { accountLimits } from '../../src/service/models.ts';
import { ofPerson } from '../../src/storage/record-index.ts';
import { openStore } from '../../src/storage/store.ts';
import { draftIndex, draftSchema } from '../../src/video/drafts.ts';
import { belongingOf, jobIndex, videoJobSchema } from '../../src/video/job.ts';
import { presetsSchema } from '../../src/video/presets.ts';
import { VideoStudio } from '../../src/video/studio.ts';
import { idAt } from '../support/jobs.ts';
import { endWithParent, reportSample, sampleFrom } from '../support/round.ts';
import { silentMessenger } from '../support/silent-messenger.ts';

const neverNeeded = async (): Promise<never> => {
  throw new Error('a start does not need it');
};

endWithParent();
const [how = '', folder = ''] = process.argv.slice(2);
await sampleFrom({ script: 'bench/start/fill.ts', args: [folder] }, 900_000);
const log = pino({ level: 'silent' });
const startedAt = performance.now();
const store = openStore({ dataDir: folder, log });
const jobs = store.collection('video-jobs', videoJobSchema, jobIndex);
let openJobs = 0;
const lines: unknown[] = [];
if (how === 'everything') {
  for await (const [, job] of jobs.entries()) {
    const { id, state, acceptedAt, request } = job;
    lines.push({ id, ...belongingOf(job), state, acceptedAt, title: request.prompt.slice(0, 80) });
    if (state === 'running') openJobs += 1;
  }
}
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
  jobs,
  spent: await holdMoney(store.atomic),
  drafts: store.collection('video-drafts', draftSchema, draftIndex),
  presets: store.collection('video-presets', presetsSchema, ofPerson),
  client: {
    query: async (taskId) => {
      openJobs += how === 'everything' ? 0 : 1;
      return { taskId, status: 'running' };
    },
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
const startMs = performance.now() - startedAt;
globalThis.gc?.();
const rssMiB = process.memoryUsage().rss / 1_024 ** 2;

const member = actorFrom({
  userId: idAt(1_000_007),
  guildId: idAt(2_000_000),
  everywhere: new Set(),
  lookUp: () => new Set(['ViewChannel'] as const),
});
const listedFrom = performance.now();
let listed = 0;
for await (const _ of studio.list(member, { whose: 'mine', filter: 'all' })) {
  listed += 1;
  if (listed === 25) break;
}
const listMs = performance.now() - listedFrom;
// All of them are polled once within three seconds.
await systemClock.sleep(5_000);
const storeMiB = (await stat(join(folder, 'emcee.sqlite'))).size / 1_024 ** 2;
await rm(folder, { recursive: true, force: true });
reportSample({ startMs, rssMiB, openJobs, listMs, storeMiB });
