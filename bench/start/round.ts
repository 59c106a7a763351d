import { rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { pino } from 'pino';
import { actorFrom } from '../../src/discord/actor.ts';
import { systemClock } from '../../src/operations/clock.ts';
import { openStore } from '../../src/storage/store.ts';
import { belongingOf, jobIndex, videoJobSchema } from '../../src/video/job.ts';
import { idAt } from '../support/jobs.ts';
import { endWithParent, reportSample, sampleFrom } from '../support/round.ts';
import { benchStudio } from '../support/studio.ts';

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
const studio = await benchStudio(store, {
  dataDir: folder,
  client: {
    query: async (taskId) => {
      openJobs += how === 'everything' ? 0 : 1;
      return { taskId, status: 'running' };
    },
  },
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
