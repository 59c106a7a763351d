import { randomInt } from 'node:crypto';
import type { FeatureGate } from '../community/feature-access.ts';
import { isNewcomer, type Spender } from '../community/limits.ts';
import type { SettingsPage, VideoPage } from '../community/settings-pages.ts';
import type { Spending } from '../community/spending.ts';
import type { Messenger } from '../discord/messenger.ts';
import type { Order } from '../discord/order.ts';
import type { Clock } from '../operations/clock.ts';
import { Refusal } from '../refusal/refusal.ts';
import { isVideoModelName, videoModels } from '../service/models.ts';
import type { Region } from '../service/regions.ts';
import type { AudioRule, ReferenceRule, VideoModel } from '../service/video/model.ts';
import type { VideoRequest } from '../service/video/request.ts';
import {
  checkReferenceCount,
  checkVideoRequest,
  durationChoices,
  modelsOffering,
} from '../service/video/request-fields.ts';
import { pictureOf } from '../service/video/sizes.ts';
import { NotReservedError } from '../storage/atomic/not-reserved.ts';
import { audioNotices, checkAsk, modelsFor } from './ask.ts';
import { expectedSeconds, type JobFrame, type JobIn, spendingUnitOf, type VideoJob } from './job.ts';
import type { JobLedger } from './ledger.ts';
import type { VideoAsk } from './options.ts';
import { freshSource, type GivenMedia, type MediaSource } from './sources.ts';

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

export interface AcceptanceParts {
  readonly region: Region;
  readonly ledger: JobLedger;
  readonly spending: Spending;
  readonly messenger: Messenger;
  readonly inspectors: MediaInspectors;
  readonly clock: Clock;
  /** What each server's moderators decided. Default: nothing. */
  readonly page?: Pick<SettingsPage<VideoPage>, 'of'> | undefined;
  /** Who someone is in a server, where newcomers' videos are reviewed. Default: nobody's are. */
  readonly spenderOf?: ((guildId: string, userId: string) => Promise<Spender>) | undefined;
  /** Words that moderators block. */
  readonly words?: Pick<FeatureGate, 'assertWords'> | undefined;
}

/** Makes a job from a request. */
export class Acceptance {
  readonly #parts: AcceptanceParts;

  constructor(parts: AcceptanceParts) {
    this.#parts = parts;
  }

  /**
   * Accepts a job: checked, within the allowance, written down. The rest happens by itself.
   * @throws Refusal with the reason if it isn't accepted; then nothing was spent
   */
  async accept(order: Order, asked: VideoAsk, given: GivenMedia = { references: [] }): Promise<VideoJob> {
    const { clock, inspectors, messenger, ledger, region, spending } = this.#parts;
    const page = await this.#parts.page?.of(order.guildId);
    await this.#parts.words?.assertWords(order.guildId, [asked.prompt, asked.negativePrompt ?? '']);
    const ask = page ? withServerDefaults(asked, page, region) : asked;
    const checked = checkAsk(ask, region);
    const acceptedAt = clock.now();
    // For a repeated request, or a form that stayed open, the old addresses may have expired.
    const fresh = async (source: MediaSource) => await freshSource(source, messenger, clock);
    const files = {
      audio: given.audio && (await fresh(given.audio)),
      references: await Promise.all(given.references.map(fresh)),
    };
    const media = await checkMedia(checked.request, checked.model, files, inspectors, order.userId);
    const { min, max } = checked.model.seed;
    // Chosen here by default, so that the result can show it.
    const request = { ...media.request, seed: checked.request.seed ?? randomInt(min, max + 1) };
    const violations = checkVideoRequest(request);
    if (violations.length > 0)
      throw new Error(`a checked request breaks rules: ${JSON.stringify(violations)}`);
    const { id, reference, guildId, channelId, userId, locale, publicLocale, attachmentLimitBytes } = order;
    const { applicationId, token, tokenExpiresAt } = order.panel;
    const review = page && (await this.#reviewOf(order, page));
    const frame: JobFrame = {
      id,
      reference,
      requester: { userId, locale },
      place: { guildId, channelId, locale: publicLocale },
      panel: { applicationId, token, tokenExpiresAt },
      attachmentLimitBytes,
      ...media,
      request,
      notices: [...checked.notices, ...media.notices],
      acceptedAt,
      ...(review ? { review } : {}),
    };
    const unit = spendingUnitOf(media.request);
    const entry = { guildId, userId, id, at: acceptedAt, reference, unit };
    const job: JobIn<'accepted' | 'held'> =
      review === 'prompt'
        ? { ...frame, state: 'held' }
        : { ...frame, state: 'accepted', notBefore: acceptedAt };
    await spending.chargeAlong(entry, expectedSeconds(job), async (reserve) => {
      try {
        await ledger.accept(job, reserve);
      } catch (error) {
        // It may be written nevertheless. Not awaited: if this process is killed before that, the next one makes and charges what was.
        if (!(error instanceof NotReservedError)) void ledger.takeBack(id).catch(() => undefined);
        throw error;
      }
    });
    return job;
  }

  /** What of this person's videos this server's moderators have to approve. */
  async #reviewOf({ guildId, userId }: Order, { review, reviewed }: VideoPage) {
    if (review === 'nobody') return undefined;
    if (review === 'everybody') return reviewed;
    const spender = await this.#parts.spenderOf?.(guildId, userId);
    return spender && isNewcomer(spender, this.#parts.clock.now()) ? reviewed : undefined;
  }
}

/**
 * What a person asked for, with what their server's moderators chose for the rest. A default that the model doesn't have isn't
 * taken, because nobody asked for it.
 * @throws {Refusal} `video-longer-than-here`
 */
export function withServerDefaults(ask: VideoAsk, page: VideoPage, region: Region): VideoAsk {
  const served = modelsFor(ask.of, region);
  const decided = ask.of === 'text' ? page.textModel : page.referenceModel;
  const name = ask.model ?? served.find((each) => each === decided) ?? served[0];
  if (name === undefined || !isVideoModelName(name)) return ask;
  const model = videoModels[name];
  const filled = { ...ask, ...(ask.model === undefined ? { model: name } : {}) };
  const withPicture = withResolution(filled, page, model);
  return withLength(withPicture, page, model);
}

function withResolution(ask: VideoAsk, { resolution }: VideoPage, model: VideoModel): VideoAsk {
  if (resolution === undefined || ask.size !== undefined || ask.resolution !== undefined) return ask;
  const wanted = { ...ask, resolution };
  return 'size' in pictureOf(model, wanted) ? wanted : ask;
}

function withLength(ask: VideoAsk, { seconds, longestSeconds }: VideoPage, model: VideoModel): VideoAsk {
  const made = durationChoices(model);
  const allowed = longestSeconds === undefined ? made : made.filter((each) => each <= longestSeconds);
  const [shortest = 0] = made;
  if (longestSeconds !== undefined && (ask.duration ?? shortest) > longestSeconds)
    throw new Refusal({ code: 'video-longer-than-here', limit: longestSeconds });
  if (ask.duration !== undefined) return ask;
  const usual = seconds !== undefined && made.includes(seconds) ? seconds : model.duration.defaultSeconds;
  const duration = allowed.includes(usual) ? usual : allowed.at(-1);
  return { ...ask, duration };
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
