import { randomInt } from 'node:crypto';
import type { FeatureGate } from '../community/feature-access.ts';
import type { SettingsPage, VideoPage } from '../community/settings-pages.ts';
import type { Spending } from '../community/spending.ts';
import type { Messenger } from '../discord/messenger.ts';
import type { Order } from '../discord/order.ts';
import type { Clock } from '../operations/clock.ts';
import type { Region } from '../service/regions.ts';
import { checkVideoRequest } from '../service/video/request-fields.ts';
import { checkAsk } from './ask.ts';
import { expectedSeconds, type JobFrame, type JobIn, spendingUnitOf, type VideoJob } from './job.ts';
import type { JobLedger } from './ledger.ts';
import type { VideoAsk } from './options.ts';
import { withServerDefaults } from './server-defaults.ts';
import {
  checkMedia,
  freshSource,
  type GivenMedia,
  type MediaInspectors,
  type MediaSource,
} from './sources.ts';

export interface AcceptanceParts {
  readonly region: Region;
  readonly ledger: JobLedger;
  readonly spending: Spending;
  readonly messenger: Messenger;
  readonly inspectors: MediaInspectors;
  readonly clock: Clock;
  /** What each server's moderators decided. Default: nothing. */
  readonly page?: Pick<SettingsPage<VideoPage>, 'of'> | undefined;
  /** What of this person's videos moderators have to approve. Default: nothing. */
  readonly reviewOf?:
    | ((guildId: string, userId: string) => Promise<'prompt' | 'video' | undefined>)
    | undefined;
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
    const review = await this.#parts.reviewOf?.(guildId, userId);
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
    await spending.charge(entry, expectedSeconds(job));
    try {
      await ledger.accept(job);
    } catch (error) {
      // Not awaited, because a start after a kill does it as well.
      void spending.settle(entry, 0).catch(() => undefined);
      throw error;
    }
    return job;
  }
}
