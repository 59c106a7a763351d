import { anyAddress, hostAndPort, isAllowed, serviceAddresses, typedAddresses } from '../media/addresses.ts';
import { inspectAudio } from '../media/audio.ts';
import { downloadToFile } from '../media/download.ts';
import { findFfmpeg } from '../media/ffmpeg.ts';
import { inspectVideo } from '../media/inspection/inspectors.ts';
import { inspectReference } from '../media/reference-file.ts';
import { shrinkVideo } from '../media/shrink.ts';
import { systemClock } from '../operations/clock.ts';
import { HttpVideoClient } from '../service/video/http-client.ts';
import { keptCollections, keptForMs } from '../storage/kept.ts';
import { ofPerson } from '../storage/record-index.ts';
import { draftIndex, draftSchema } from '../video/drafts.ts';
import type { StudioParts } from '../video/ground.ts';
import { jobIndex, videoJobSchema } from '../video/job.ts';
import { presetsSchema } from '../video/presets.ts';
import type { MediaSource } from '../video/sources.ts';
import { VideoStudio } from '../video/studio.ts';
import { VideoWorker } from '../video/worker.ts';
import type { SharedParts } from './parts.ts';

const downloadTimeoutMs = 5 * 60_000;
const downloadIdleTimeoutMs = 30_000;

/** Takes orders for videos, and makes them unless workers do. */
export function videoStudio(parts: SharedParts): VideoStudio {
  return new VideoStudio({ ...studioParts(parts), hasWorkers: parts.store.work !== undefined });
}

/** Makes what's ordered in other processes. */
export function videoWorker(parts: SharedParts): VideoWorker {
  const { work: queue, elsewhere } = parts.store;
  if (!queue) throw new Error('a worker takes its work from a queue in PostgreSQL');
  return new VideoWorker({ ...studioParts(parts), queue, elsewhere, realClock: systemClock });
}

function studioParts(parts: SharedParts): StudioParts {
  const {
    config,
    log,
    clock,
    store,
    settings,
    gate,
    limits,
    spent,
    messenger,
    pace,
    http,
    inspectors,
    inHand,
    fileStore,
    signal,
  } = parts;
  const ffmpeg = findFfmpeg(config.searchPath);
  const { baseUrl, socketUrl } = http.profile;
  const own = [baseUrl, socketUrl].map((address) => hostAndPort(new URL(address)));
  const fromService = serviceAddresses([...own, ...config.service.fileHosts]);
  const given = ({ url, attachment }: MediaSource, personId: string, file: string, address: string) => {
    const policy = attachment ? anyAddress : typedAddresses(address);
    return { inspectors, personId, url, option: attachment ? file : address, policy, signal };
  };
  if (!ffmpeg)
    log.info(
      'no ffmpeg on PATH: videos too large for a server are sent as links, and of recordings only Ogg Opus is read',
    );
  return {
    settings: {
      region: config.service.region,
      dataDir: config.dataDir,
      keepJobsMs: keptForMs(keptCollections['video-jobs'].keeps, config) ?? 0,
      ...config.video,
    },
    jobs: store.collection('video-jobs', videoJobSchema, jobIndex),
    spent,
    page: settings.page('video'),
    words: gate,
    spenderOf: async (guildId, userId) => await limits.rules.spenderOf(guildId, userId),
    moderatorsChannelOf: async (guildId) => (await settings.page('news').of(guildId)).channelId,
    drafts: store.collection('video-drafts', draftSchema, draftIndex),
    presets: store.collection('video-presets', presetsSchema, ofPerson),
    client: new HttpVideoClient(http),
    paces: store.paces,
    line: store.line,
    leases: store.atomic.leases,
    messenger,
    pace,
    clock,
    log,
    inHand,
    fileStore,
    signal,
    mayFollow: (url) => isAllowed(fromService, url),
    download: (url, path, aborted, giver) =>
      downloadToFile({
        policy: giver === 'service' ? fromService : anyAddress,
        url,
        path,
        signal: aborted,
        maxBytes: config.video.maxDownloadBytes,
        timeoutMs: downloadTimeoutMs,
        idleTimeoutMs: downloadIdleTimeoutMs,
      }),
    inspect: async (path) => await inspectVideo(inspectors, path),
    shrink: ffmpeg
      ? (film, to, maxBytes, aborted, onProgress) =>
          shrinkVideo({ ...film, from: film.path, ffmpeg, to, maxBytes, signal: aborted, onProgress })
      : undefined,
    inspectors: {
      audio: async (source, limits, personId) =>
        (await inspectAudio(given(source, personId, 'audio', 'audio_url'), limits)).seconds,
      reference: async (source, limits, index, personId) =>
        await inspectReference({
          ...given(source, personId, `reference${index}`, `url${index}`),
          index,
          limits,
        }),
    },
  };
}
