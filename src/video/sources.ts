import { MessageError, type Messenger } from '../discord/messenger.ts';
import type { Clock } from '../operations/clock.ts';
import type { VideoRequest } from '../service/video/request.ts';
import type { JobAttachment, VideoJob } from './job.ts';

/** A file for a request: a Discord attachment, or an address that a person typed. */
export interface MediaSource {
  readonly url: string;
  /** On Discord's own servers: it can be downloaded as it is, and its address is renewed before it's passed on. */
  readonly attachment: boolean;
  readonly message?: JobAttachment['message'];
}

/** Attachment addresses say in `ex` (hexadecimal seconds) when they expire; ones that soon will are renewed. */
const soonMs = 30 * 60_000;

/**
 * A job's request with attachment addresses that the service can still download; undefined if one is gone.
 * @throws MessageError `temporary`
 */
export async function renewSources(
  job: VideoJob,
  messenger: Messenger,
  clock: Clock,
): Promise<VideoRequest | undefined> {
  const renewed = new Map<string, string>();
  for (const attachment of job.attachments) {
    if (!expiresSoon(attachment.url, clock.now())) continue;
    const url = await renew(attachment, messenger);
    if (!url) return undefined;
    renewed.set(attachment.url, url);
  }
  return renewed.size === 0 ? job.request : withAddresses(job.request, (url) => renewed.get(url) ?? url);
}

/**
 * A file with a working address, if it was given a while ago. If it's gone, it keeps its old address, because the
 * service's check can say which file that is.
 */
export async function freshSource(
  source: MediaSource,
  messenger: Messenger,
  clock: Clock,
): Promise<MediaSource> {
  if (!source.attachment || !expiresSoon(source.url, clock.now())) return source;
  try {
    const url = await renew(source, messenger);
    return url ? { ...source, url } : source;
  } catch (error) {
    if (error instanceof MessageError) return source;
    throw error;
  }
}

/** By its address, or else from its message; undefined if it's gone. */
async function renew(
  { url, message }: Pick<MediaSource, 'url' | 'message'>,
  messenger: Messenger,
): Promise<string | undefined> {
  const [renewed] = await orGone(async () => await messenger.renewUrls([url]), []);
  if (renewed || !message) return renewed;
  const { channelId, messageId, attachmentId } = message;
  return await orGone(
    async () => await messenger.attachmentUrl(channelId, messageId, attachmentId),
    undefined,
  );
}

async function orGone<Result>(ask: () => Promise<Result>, gone: Result): Promise<Result> {
  try {
    return await ask();
  } catch (error) {
    if (error instanceof MessageError && error.reason !== 'temporary') return gone;
    throw error;
  }
}

function expiresSoon(url: string, now: number): boolean {
  const expires = URL.canParse(url) ? new URL(url).searchParams.get('ex') : null;
  const seconds = expires === null ? Number.NaN : Number.parseInt(expires, 16);
  return Number.isFinite(seconds) && seconds * 1000 - now < soonMs;
}

function withAddresses(request: VideoRequest, renewed: (url: string) => string): VideoRequest {
  if (request.kind === 'reference') return { ...request, referenceUrls: request.referenceUrls.map(renewed) };
  return request.audioUrl === undefined ? request : { ...request, audioUrl: renewed(request.audioUrl) };
}

/** A job's files, as if they were given again. */
export function sourcesOf(job: VideoJob): { audio?: MediaSource; references: MediaSource[] } {
  const sourceOf = (url: string): MediaSource => {
    const attachment = job.attachments.find((each) => each.url === url);
    return {
      url,
      attachment: attachment !== undefined,
      ...(attachment?.message ? { message: attachment.message } : {}),
    };
  };
  const { request } = job;
  if (request.kind === 'reference') return { references: request.referenceUrls.map(sourceOf) };
  return { references: [], ...(request.audioUrl ? { audio: sourceOf(request.audioUrl) } : {}) };
}

export interface GivenMedia {
  readonly audio?: MediaSource | undefined;
  readonly references: readonly MediaSource[];
}
