import { videoSurface } from '../commands/video/index.ts';
import { spendingDaySchema } from './community/spending.ts';
import { type Config, ConfigError, loadConfig } from './config.ts';
import { createClient } from './discord/client.ts';
import { Dispatcher } from './discord/dispatcher.ts';
import { LoginError, logIn } from './discord/login.ts';
import { registerCommands } from './discord/registration.ts';
import { RestMessenger } from './discord/rest-messenger.ts';
import { wordsFor } from './discord/words/index.ts';
import { inspectAudio } from './media/audio.ts';
import { downloadToFile } from './media/download.ts';
import { findFfmpeg } from './media/ffmpeg.ts';
import { inspectVideo } from './media/mp4.ts';
import { inspectReference } from './media/reference-file.ts';
import { shrinkVideo } from './media/shrink.ts';
import { systemClock } from './operations/clock.ts';
import { ClosingError, Lifecycle } from './operations/lifecycle.ts';
import { createLog } from './operations/log.ts';
import { ServiceHttp } from './service/http.ts';
import { openProfile } from './service/profile.ts';
import { HttpVideoClient } from './service/video/http-client.ts';
import { openStore } from './storage/store.ts';
import { StoreError } from './storage/store-error.ts';
import { draftSchema } from './video/drafts.ts';
import { videoJobSchema } from './video/job.ts';
import { VideoStudio } from './video/studio.ts';

const closeWithinMs = 8_000;

/** Reads the configuration, opens the parts in order, and closes them in reverse when the process is told to stop. */
export async function main(env: NodeJS.ProcessEnv = process.env): Promise<void> {
  const config = readConfig(env);
  if (!config) return;
  const log = createLog(config.logLevel);
  const lifecycle = new Lifecycle({ log, clock: systemClock, closeWithinMs });
  const stop = new AbortController();
  const close = async (reason: string, exitCode: number) => {
    stop.abort();
    const clean = await lifecycle.close(reason);
    process.exit(clean ? exitCode : exitCode || 1);
  };
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => void close(signal, 0));
  process.once('disconnect', () => void close('the launcher is gone', 0));
  try {
    await open({ config, log, lifecycle, stop, close });
    process.send?.({ ready: true });
  } catch (error) {
    if (error instanceof ClosingError || stop.signal.aborted) return;
    const known = error instanceof LoginError || error instanceof StoreError;
    if (known) console.error(error.message);
    log.fatal({ err: error }, 'could not start');
    await close('could not start', 1);
  }
}

interface Opening {
  readonly config: Config;
  readonly log: ReturnType<typeof createLog>;
  readonly lifecycle: Lifecycle;
  readonly stop: AbortController;
  readonly close: (reason: string, exitCode: number) => Promise<void>;
}

async function open({ config, log, lifecycle, stop, close }: Opening): Promise<void> {
  const clock = systemClock;
  const now = () => clock.now();
  const store = await lifecycle.open(
    'store',
    () => openStore({ dataDir: config.dataDir, log }),
    (opened) => opened.close(),
  );
  const client = createClient({
    apiUrl: config.discord.apiUrl,
    messageContent: config.discord.messageContent,
    log,
    onLost: (reason) => {
      console.error(reason.message);
      void close('Discord closed the connection', 1);
    },
  });
  const http = await lifecycle.open(
    'service',
    () => new ServiceHttp({ profile: openProfile(config.service) }),
    (opened) => opened.close(),
  );
  const ffmpeg = findFfmpeg(config.searchPath);
  if (!ffmpeg) log.info('no ffmpeg on PATH: videos that are too large for a server are handed over as links');
  const { signal } = stop;
  const studio = new VideoStudio({
    settings: { region: config.service.region, dataDir: config.dataDir, ...config.video },
    jobs: store.collection('video-jobs', videoJobSchema),
    spent: store.collection('video-seconds', spendingDaySchema),
    drafts: store.collection('video-drafts', draftSchema),
    client: new HttpVideoClient(http),
    messenger: new RestMessenger(client, now),
    clock,
    log,
    download: (url, path, aborted) =>
      downloadToFile({
        url,
        path,
        signal: aborted,
        maxBytes: config.video.maxDownloadBytes,
        timeoutMs: downloadTimeoutMs,
        idleTimeoutMs: downloadIdleTimeoutMs,
      }),
    inspect: async (path) => {
      const inspection = await inspectVideo(path);
      return inspection.is === 'video' ? inspection.video : undefined;
    },
    shrink: ffmpeg
      ? (film, to, maxBytes, aborted, onProgress) =>
          shrinkVideo({ ...film, from: film.path, ffmpeg, to, maxBytes, signal: aborted, onProgress })
      : undefined,
    inspectors: {
      audio: async ({ url, attachment }, limits) =>
        (await inspectAudio({ url, trusted: attachment, limits, signal })).seconds,
      reference: async ({ url, attachment }, limits, index) =>
        await inspectReference({
          url,
          trusted: attachment,
          index,
          option: attachment ? `reference${index}` : `url${index}`,
          limits,
          signal,
        }),
    },
  });
  const features = [videoSurface(studio)];
  const dispatcher = new Dispatcher({ features, wordsFor, log, now });
  // Before the gateway: what was accepted earlier goes on without it, and nobody is heard before somebody answers.
  await lifecycle.open(
    'discord',
    () => client.rest.setToken(config.discord.token),
    () => client.destroy(),
  );
  await lifecycle.open(
    'videos',
    () => studio.open(),
    () => studio.close(),
  );
  await lifecycle.open(
    'dispatcher',
    () => dispatcher.attach(client),
    () => dispatcher.close(),
  );
  await logIn(client, { token: config.discord.token, apiUrl: config.discord.apiUrl, signal: stop.signal });
  await registerCommands({
    rest: client.rest,
    applicationId: client.application?.id ?? '',
    commands: features.flatMap(({ commands }) => commands),
    messageCommands: features.flatMap(({ messageCommands }) => messageCommands ?? []),
    languages: [wordsFor('en-US'), wordsFor('zh-CN')],
    guildId: config.discord.guildId,
    otherGuildIds: [...client.guilds.cache.keys()],
    log,
  });
  log.info({ dataDir: config.dataDir, region: config.service.region }, 'ready');
}

const downloadTimeoutMs = 5 * 60_000;
const downloadIdleTimeoutMs = 30_000;

function readConfig(env: NodeJS.ProcessEnv): Config | undefined {
  try {
    return loadConfig(env);
  } catch (error) {
    if (!(error instanceof ConfigError)) throw error;
    console.error(error.message);
    process.exitCode = 1;
    return undefined;
  }
}

if (import.meta.main) await main();
