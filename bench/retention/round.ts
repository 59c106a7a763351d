import { statSync } from 'node:fs';
import { join } from 'node:path';
import { pino } from 'pino';
import { z } from 'zod';
import type { VideoTask } from '../../src/service/video/task.ts';
import { nobodys } from '../../src/storage/record-index.ts';
import { openStore, type Store } from '../../src/storage/store.ts';
import type { VideoStudio } from '../../src/video/studio.ts';
import { FakeClock } from '../../test/support/fake-clock.ts';
import { frameAt, idAt, orderOf } from '../support/jobs.ts';
import { endWithParent, reportSample } from '../support/round.ts';
import { benchStudio, bringsFilms } from '../support/studio.ts';
import { LoopTurns } from './loop-turns.ts';

const dayMs = 24 * 3_600_000;
const days = 100;
const batchesADay = 20;
const jobsABatch = 50;
const jobsADay = batchesADay * jobsABatch;
const guilds = 20;
const taskMs = 10_000;

endWithParent();
const [folder = '', keepDays = '10'] = process.argv.slice(2);
const log = pino({ level: 'silent' });
const clock = new FakeClock(Date.UTC(2026, 0, 1));

async function studioOn(store: Store): Promise<VideoStudio> {
  let tasks = 0;
  const begunAt = new Map<string, number>();
  return await benchStudio(store, {
    dataDir: folder,
    settings: {
      pollsPerSecond: 1_000_000,
      limits: {
        standard: { createsPerSecond: 1_000_000, tasksAtOnce: 100 },
        small: { createsPerSecond: 1_000_000, tasksAtOnce: 100 },
      },
      keepMs: dayMs,
      keepJobsMs: Number(keepDays) * dayMs,
      secondsPerPersonPerDay: 86_400,
      secondsPerGuildPerDay: 864_000,
      secondsPerBotPerDay: 8_640_000,
    },
    client: {
      create: async () => {
        tasks += 1;
        const taskId = `task-${clock.now()}-${tasks}`;
        begunAt.set(taskId, clock.now());
        return { taskId };
      },
      query: async (taskId): Promise<VideoTask> => {
        const endedAt = (begunAt.get(taskId) ?? 0) + taskMs;
        if (clock.now() < endedAt) return { taskId, status: 'running' };
        begunAt.delete(taskId);
        const usage = { billedSeconds: 5, outputSeconds: 5, tier: 1080 };
        return { taskId, status: 'succeeded', endedAt, videoUrl: 'https://results.example/film.mp4', usage };
      },
    },
    clock,
    ...bringsFilms,
  });
}

/** A day in the life: batches, and then the hours in which what is old is cleared. */
async function liveDay(studio: VideoStudio, day: number): Promise<void> {
  const endsAt = clock.now() + dayMs;
  for (let batch = 0; batch < batchesADay; batch += 1) {
    const asks = Array.from({ length: jobsABatch }, async (_, at) => {
      const index = day * jobsADay + batch * jobsABatch + at;
      const job = frameAt(index, clock.now());
      const order = { ...orderOf(job), guildId: idAt(2_000_000 + (index % guilds)) };
      await studio.accept(order, { of: 'text', prompt: job.request.prompt });
    });
    await Promise.all(asks);
    await clock.advance(60_000);
  }
  await clock.advance(endsAt - clock.now());
}

interface Look {
  readonly cpuMs: number;
  readonly storeMiB: number;
  readonly heapMiB: number;
}

function look(): Look {
  globalThis.gc?.();
  const { user, system } = process.cpuUsage();
  const files = ['emcee.sqlite', 'emcee.sqlite-wal'].map((name) => statSync(join(folder, name)).size);
  return {
    cpuMs: (user + system) / 1_000,
    storeMiB: files.reduce((sum, size) => sum + size, 0) / 1_024 ** 2,
    heapMiB: process.memoryUsage().heapUsed / 1_024 ** 2,
  };
}

async function countRecords(store: Store): Promise<number> {
  let count = 0;
  for (const name of ['video-jobs', 'video-seconds', 'video-drafts'])
    for await (const _ of store.collection(name, z.unknown(), nobodys).entries()) count += 1;
  return count;
}

const store = openStore({ dataDir: folder, log, now: () => clock.now() });
const studio = await studioOn(store);
await studio.open();
const looks: Look[] = [look()];
for (let day = 0; day < days; day += 1) {
  await liveDay(studio, day);
  if ((day + 1) % 10 === 0) looks.push(look());
}
const turns = new LoopTurns();
await clock.advance(dayMs);
const sweepMaxMs = turns.longestMs();
const records = await countRecords(store);
await studio.close();
const restartedAt = performance.now();
const next = await studioOn(store);
await next.open();
const restartMs = performance.now() - restartedAt;

const [, first, second] = looks;
const [beforeLast, last] = looks.slice(-2);
if (!first || !second || !beforeLast || !last) throw new Error('too few days');
const jobs = 10 * jobsADay;
const earlyMsPerJob = (second.cpuMs - first.cpuMs) / jobs;
const lateMsPerJob = (last.cpuMs - beforeLast.cpuMs) / jobs;
reportSample({
  earlyMsPerJob,
  lateMsPerJob,
  msRatio: lateMsPerJob / earlyMsPerJob,
  earlyStoreMiB: second.storeMiB,
  lateStoreMiB: last.storeMiB,
  storeRatio: last.storeMiB / second.storeMiB,
  earlyHeapMiB: second.heapMiB,
  lateHeapMiB: last.heapMiB,
  heapRatio: last.heapMiB / second.heapMiB,
  records,
  restartMs,
  sweepMaxMs,
});
