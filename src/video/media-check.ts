import { Refusal } from '../refusal/refusal.ts';
import type { AudioRule, ReferenceRule, VideoModel } from '../service/video/model.ts';
import { modelsOffering } from '../service/video/offered-fields.ts';
import { checkReferenceCount } from '../service/video/reference-count.ts';
import type { VideoRequest } from '../service/video/request.ts';
import { audioNotices } from './ask.ts';
import type { JobFrame } from './job.ts';
import type { MediaSource } from './sources.ts';

export interface GivenMedia {
  readonly audio?: MediaSource | undefined;
  readonly references: readonly MediaSource[];
}

export interface MediaInspectors {
  /** Length in seconds of a usable audio file; rejects with a `Refusal`. */
  readonly audio: (source: MediaSource, limits: AudioRule, personId: string) => Promise<number>;
  /** What a usable reference file is; rejects with a `Refusal`. `index` counts from 1. */
  readonly reference: (
    source: MediaSource,
    limits: ReferenceRule,
    index: number,
    personId: string,
  ) => Promise<{ readonly kind: 'image' | 'video'; readonly seconds?: number }>;
}

export type CheckedMedia = Pick<JobFrame, 'request' | 'attachments' | 'references' | 'notices'>;

/**
 * Looks at every file before anything is spent (document 1: `audio_url`, "Reference file requirements") and puts their
 * addresses into the request.
 * @throws Refusal with what is wrong with which file
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
