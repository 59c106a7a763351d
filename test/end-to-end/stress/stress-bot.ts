import { readFile } from 'node:fs/promises';
import { Client, type RESTOptions } from 'discord.js';
import { pino } from 'pino';
import { tinyVideo } from '../../../sandbox/test/support/tiny-video.ts';
import { holdMoney } from '../../../src/community/spending-lease.ts';
import { ChannelPace } from '../../../src/discord/channel-pace.ts';
import { requestsToDiscord } from '../../../src/discord/requests.ts';
import { RestMessenger } from '../../../src/discord/rest-messenger.ts';
import { anyAddress } from '../../../src/media/addresses.ts';
import { downloadToFile } from '../../../src/media/download.ts';
import { ServiceHttp } from '../../../src/service/http.ts';
import { openProfile } from '../../../src/service/profile.ts';
import { HttpVideoClient } from '../../../src/service/video/http-client.ts';
import type { Collection } from '../../../src/storage/collection.ts';
import { ofPerson } from '../../../src/storage/record-index.ts';
import { openStore } from '../../../src/storage/store.ts';
import { draftIndex, draftSchema } from '../../../src/video/drafts.ts';
import { isOpen, jobIndex, type VideoJob, videoJobSchema } from '../../../src/video/job.ts';
import { presetsSchema } from '../../../src/video/presets.ts';
import { VideoStudio } from '../../../src/video/studio.ts';
import { PushedClock } from '../../support/pushed-clock.ts';
import { standardSettings } from '../../support/studio-settings.ts';
import type { StressBotSettings, StressOrder, StressPush, StressReport } from './stress-messages.ts';

/**
 * A program: the video studio with everything real around it but the clock and the looks into files, driven by
 * messages of its parent. It tells its parent of every job that it writes down.
 */
const settings = JSON.parse(process.env.STRESS_BOT ?? '{}') as StressBotSettings;
const clock = new PushedClock(settings.aheadMs);
const log = pino({ level: 'error' }, pino.destination({ dest: 2, sync: true }));
const say = (report: StressReport) => process.send?.(report);

const toDiscord = requestsToDiscord();

/** Discord's stand-in goes by the fast clock, discord.js by its own: what is to be waited is told in its time. */
const makeRequest: RESTOptions['makeRequest'] = async (url, init) => {
  const answer = await toDiscord(url, init);
  const headers = new Headers(answer.headers);
  for (const name of ['retry-after', 'x-ratelimit-reset-after']) {
    const seconds = headers.get(name);
    if (seconds !== null) headers.set(name, String(Number(seconds) / settings.speed));
  }
  const body = answer.status === 204 ? null : await answer.arrayBuffer();
  return new Response(body, { status: answer.status, statusText: answer.statusText, headers });
};

const client = new Client({
  intents: [],
  rest: {
    api: settings.discordApiUrl,
    makeRequest,
    offset: 1,
    globalRequestsPerSecond: 50 * settings.speed,
  },
});
client.rest.setToken(settings.discordToken);

const http = new ServiceHttp({
  profile: openProfile({
    apiKey: settings.serviceKey,
    region: 'singapore',
    baseUrl: settings.serviceUrl,
    headerPrefix: 'X-Service-',
    modelAliases: {},
    timeoutMs: 30_000,
  }),
  now: () => clock.now(),
});

const store = openStore({ dataDir: settings.dataDir, log });
const collection = store.collection('video-jobs', videoJobSchema, jobIndex);
const report = (job: VideoJob) => {
  const taskId = 'taskId' in job ? job.taskId : undefined;
  const fault = job.state === 'failed' ? job.failure.fault : undefined;
  say({ is: 'job', id: job.id, state: job.state, settled: !isOpen(job), taskId, fault });
};
const jobs: Collection<VideoJob> = {
  get: async (id) => await collection.get(id),
  set: async (id, job) => {
    await collection.set(id, job);
    report(job);
  },
  change: async (id, change) => {
    const job = await collection.change(id, change);
    if (job) report(job);
    return job;
  },
  delete: async (id) => await collection.delete(id),
  setMany: async (entries) => await collection.setMany(entries),
  add: async (id, job) => {
    const isNew = await collection.add(id, job);
    if (isNew) report(job);
    return isNew;
  },
  entries: () => jobs.select({}),
  async *select(query) {
    for await (const [id, job] of collection.select(query)) {
      report(job);
      yield [id, job];
    }
  },
};

const film = tinyVideo();
const studio = new VideoStudio({
  settings: {
    ...standardSettings,
    dataDir: settings.dataDir,
    pollsPerSecond: 15,
    limits: {
      standard: { createsPerSecond: 10, tasksAtOnce: 40 },
      small: { createsPerSecond: 5, tasksAtOnce: 20 },
    },
    secondsPerPersonPerDay: 0,
    secondsPerGuildPerDay: 0,
  },
  jobs,
  spent: await holdMoney(store.atomic),
  drafts: store.collection('video-drafts', draftSchema, draftIndex),
  presets: store.collection('video-presets', presetsSchema, ofPerson),
  client: new HttpVideoClient(http),
  messenger: new RestMessenger(client, () => clock.now()),
  pace: new ChannelPace(clock),
  clock,
  log,
  mayFollow: () => true,
  download: async (url, path, signal) =>
    await downloadToFile({
      policy: anyAddress,
      url,
      path,
      signal,
      maxBytes: 10_000_000,
      timeoutMs: 30_000,
      idleTimeoutMs: 30_000,
    }),
  inspect: async (path) =>
    film.equals(await readFile(path)) ? { seconds: 5, width: 160, height: 96 } : 'no-video',
  shrink: undefined,
  inspectors: { audio: async () => 5, reference: async () => ({ kind: 'image' }) },
});

async function obey(order: StressOrder): Promise<void> {
  if (order.do === 'accept') {
    await studio.accept(order.order, order.ask, order.given);
    return;
  }
  const job = await jobs.get(order.id);
  if (!job) throw new Error('there is no such job');
  await (order.do === 'resubmit'
    ? studio.decisions.resubmit(job, job.requester.userId)
    : studio.decisions.decide(job, { type: 'given-up' }));
}

process.on('message', (order: StressOrder | StressPush) => {
  if (order.do === 'push') {
    clock.push(order.ms);
    setImmediate(() => say({ is: 'pushed' }));
    return;
  }
  const id = order.do === 'accept' ? order.order.id : order.id;
  obey(order).then(
    () => say({ is: 'done', id }),
    (error: unknown) => say({ is: 'refused', id, why: String(error) }),
  );
});
process.once('disconnect', () => process.exit(1));
await studio.open();
say({ is: 'ready' });
