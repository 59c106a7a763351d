import { setTimeout as sleep } from 'node:timers/promises';
import { openStore } from '../../src/storage/store.ts';
import { jobIndex, type VideoJob, videoJobSchema } from '../../src/video/job.ts';
import { silentLog } from '../../test/support/fake-log.ts';
import { openQuickStage } from '../../test/support/video-scene.ts';
import { endWithParent, reportSample } from '../support/round.ts';

endWithParent();
const kills = 20;
const settleMs = 60_000;
let seed = 20_261_123;

/** From 0 to 1, the same in every run. */
function drawn(): number {
  seed = (seed * 1_103_515_245 + 12_345) % 2 ** 31;
  return seed / 2 ** 31;
}

const stage = await openQuickStage({ service: { pace: { pendingMs: 300, runningMs: 600 } } });
const member = await stage.person();
const { general } = stage.discord.channels;
let asked = 0;
for (let kill = 0; kill < kills; kill += 1) {
  for (const _ of [1, 2]) {
    asked += 1;
    const options = { prompt: `kite ${asked}`, resolution: '720P', duration: 2, seed: asked };
    void member.invoke(general, ['video', 'text'], options).catch(() => undefined);
  }
  await sleep(drawn() * 1_500);
  await stage.bot.kill();
  await stage.startBot();
}
await sleep(settleMs);
await stage.bot.stop();

const store = openStore({ dataDir: stage.dataDir, log: silentLog });
const jobs: VideoJob[] = [];
for await (const [, job] of store.collection('video-jobs', videoJobSchema, jobIndex).entries())
  jobs.push(job);
await store.close();
const count = (is: (job: VideoJob) => boolean) => jobs.filter(is).length;
const posted = stage.videosIn(general).length;
const delivered = count(({ state }) => state === 'delivered');
const forPeople = count(({ state }) => state === 'set-aside' || state === 'undecided');
const prompts = stage.service.tasks.map(({ body }) => JSON.stringify(body).match(/kite \d+/)?.[0] ?? '');
const known = new Set(jobs.map(({ request }) => request.prompt));
const lost = prompts.filter((prompt) => !known.has(prompt)).length + jobs.length - delivered - forPeople;
const doubled = prompts.length - new Set(prompts).size + Math.max(0, posted - delivered - forPeople);
const sample = { accepted: jobs.length, delivered, forPeople, lost, doubled };
await stage.close();
reportSample(sample);
