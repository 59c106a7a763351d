import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { gzipSync } from 'node:zlib';
import { backUp } from '../../src/storage/back-up.ts';
import { openStore } from '../../src/storage/store.ts';
import { jobIndex, type VideoJob, videoJobSchema } from '../../src/video/job.ts';
import { seededJob } from './authority-jobs.ts';
import { silentLog } from './fake-log.ts';
import { channelId, guildId, samples } from './kept-samples.ts';

/**
 * `node test/support/make-store-fixture.ts VERSION`: a store as that release leaves it behind in the middle of its work, for
 * `test/src/storage/releases.thorough.test.ts`. Run it once for each release, before it's tagged, and never change one afterwards.
 */
const [version = ''] = process.argv.slice(2);
if (!/^\d+\.\d+\.\d+$/.test(version)) throw new Error('say which version: 1.0.0');
const folder = fileURLToPath(new URL('../fixtures/stores/', import.meta.url));
const dataDir = mkdtempSync(join(tmpdir(), 'emcee-fixture-'));
const store = openStore({ dataDir, log: silentLog });
const userId = '2000000000000000001';

for (const sample of Object.values(samples)) await sample.put(store, userId, 'a boat on a lake', 1);

const jobs = store.collection('video-jobs', videoJobSchema, jobIndex);
const acceptedAt = Date.now();
const inFlight = (number: number) => {
  const facts = { number, prompt: 'a kite', userId, guildId, channelId, acceptedAt };
  const {
    notBefore: _,
    state: __,
    ...frame
  } = seededJob(facts, 'accepted') as VideoJob & { notBefore: number };
  return frame;
};
const task = { taskId: 'task-1', submittedAt: acceptedAt };
const film = { ...task, videoUrl: 'http://127.0.0.1/film.mp4', urlExpiresAt: acceptedAt + 86_400_000 };
const states: readonly object[] = [
  { state: 'accepted', notBefore: acceptedAt },
  { state: 'submitting', attemptedAt: acceptedAt },
  { state: 'lost', attemptedAt: acceptedAt },
  { state: 'pending', ...task },
  { state: 'running', ...task },
  { state: 'succeeded', ...film },
  { state: 'delivering', ...film, deliveringSince: acceptedAt },
];
for (const [index, state] of states.entries()) {
  const job = videoJobSchema.parse({ ...inFlight(100 + index), ...state });
  await jobs.set(job.id, job);
}
const lease = await store.atomic.leases.acquire('bot', 'bot', 60_000);
if (!lease) throw new Error('nobody else can have the lease');
const account = { unit: 'video-seconds', period: new Date(acceptedAt).toISOString().slice(0, 10), guildId };
await store.atomic.money.reserve({
  ...{ unit: 'video-seconds', id: '1300000000000000100/1', guildId, userId, amount: 5, lease },
  ...{ limits: [], charged: [account], keptUntil: acceptedAt + 1e9, sumsKeptUntil: acceptedAt + 1e9 },
});
await store.close();

const copy = join(dataDir, 'copy');
backUp(dataDir, copy);
mkdirSync(folder, { recursive: true });
writeFileSync(join(folder, `${version}.sqlite.gz`), gzipSync(readFileSync(copy), { level: 9 }));
rmSync(dataDir, { recursive: true, force: true });
