import { MessageError, type Messenger } from '../discord/messenger.ts';
import type { Clock } from '../operations/clock.ts';
import { Refusal } from '../refusal/refusal.ts';
import type { AudioRule, ReferenceRule, VideoModel } from '../service/video/model.ts';
import type { VideoRequest } from '../service/video/request.ts';
import { checkReferenceCount, modelsOffering } from '../service/video/request-fields.ts';
import { audioNotices } from './ask.ts';
import type { JobAttachment, JobFrame, VideoJob } from './job.ts';

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

export interface MediaInspectors {
  /** A usable audio file's length in seconds; rejects with a `Refusal`. */
  readonly audio: (source: MediaSource, limits: AudioRule, personId: string) => Promise<number>;
  /** What a usable reference file is; rejects with a `Refusal`. `index` counts from 1. */
  readonly reference: (
    source: MediaSource,
    limits: ReferenceRule,
    index: number,
    personId: string,
  ) => Promise<{ readonly kind: 'image' | 'video'; readonly seconds?: number }>;
}

type CheckedMedia = Pick<JobFrame, 'request' | 'attachments' | 'references' | 'notices'>;

/**
 * Checks every file before anything is spent (document 1: `audio_url`, "Reference file requirements") and puts their
 * addresses into the request.
 * @throws Refusal with what's wrong with which file
 */
export async function checkMedia(
  request: VideoRequest,
  model: VideoModel,
  given: GivenMedia,
  inspectors: MediaInspectors,
  personId: string,
): Promise<CheckedMedia> {
  const sources = [...(given.audio ? [given.audio] : []), ...given.references];
  const attachments = sources
    .filter(({ attachment }) => attachment)
    .map(({ url, message }) => ({ url, ...(message ? { message } : {}) }));
  if (request.kind === 'reference') {
    const references = await checkReferences(model, given.references, inspectors, personId);
    const referenceUrls = given.references.map(({ url }) => url);
    return { request: { ...request, referenceUrls }, attachments, references, notices: [] };
  }
  const { audio } = given;
  if (!audio) return { request, attachments, references: [], notices: [] };
  if (!model.audio) {
    const offeredBy = modelsOffering('audioUrl');
    throw new Refusal({ code: 'option-not-offered', option: 'audio', model: model.name, offeredBy });
  }
  const seconds = await inspectors.audio(audio, model.audio, personId);
  return {
    request: { ...request, audioUrl: audio.url },
    attachments,
    references: [],
    notices: audioNotices(seconds, request.durationSeconds),
  };
}

async function checkReferences(
  model: VideoModel,
  sources: readonly MediaSource[],
  inspectors: MediaInspectors,
  personId: string,
): Promise<JobFrame['references']> {
  const { references: limits } = model;
  if (!limits || sources.length === 0) throw new Refusal({ code: 'references-missing' });
  const { maxImages, maxVideos, maxFiles } = limits;
  const tooMany = new Refusal({ code: 'references-too-many', maxImages, maxVideos, maxFiles });
  if (sources.length > maxFiles) throw tooMany;
  const found: JobFrame['references'] = [];
  for (const [index, source] of sources.entries()) {
    const { kind, seconds } = await inspectors.reference(source, limits, index + 1, personId);
    found.push({ kind, ...(seconds === undefined ? {} : { seconds }) });
  }
  const kinds = found.map(({ kind }) => kind);
  if (checkReferenceCount(kinds, limits).length > 0) throw tooMany;
  return found;
}
