import type { Logger } from 'pino';
import { type ModeratorsChannel, postToModerators } from '../community/moderators-post.ts';
import { showAsIs } from '../discord/escape.ts';
import { button, buttonRow, container, encodeCustomId, text } from '../discord/layout.ts';
import { messageUrl } from '../discord/message-url.ts';
import { type MessageBody, MessageError, type Messenger } from '../discord/messenger.ts';
import type { Clock } from '../operations/clock.ts';
import type { InHand } from '../operations/in-hand.ts';
import { Rounds } from '../operations/rounds.ts';
import { wordsFor } from '../words/index.ts';
import { isUnreviewed } from './failure.ts';
import { type JobIn, reviewNonce, shownAt, type VideoJob } from './job.ts';
import type { JobLedger } from './ledger.ts';
import type { MayFollow, PackedVideo, Packing } from './packing.ts';
import { renderReview } from './result-page.ts';
import { resultLifeMs } from './transition.ts';

export interface ReviewParts {
  readonly ledger: JobLedger;
  readonly messenger: Messenger;
  readonly packing: Packing;
  readonly mayFollow: MayFollow;
  /** Where a server's moderators decide; undefined until they chose a channel. */
  readonly channelOf: (guildId: string) => Promise<string | undefined>;
  /** How long moderators may take. */
  readonly waitMsOf: (guildId: string) => Promise<number>;
  readonly clock: Clock;
  readonly log: Logger;
  readonly inHand?: InHand | undefined;
}

type Waiting = JobIn<'held' | 'reviewing'>;

/** A channel may be chosen, or open up, at any time. */
const lookAgainMs = 60_000;
/** So is how long moderators may take. */
const lookAtDeadlineMs = 60 * 60_000;
/** Enough to deliver what's approved in the last moment. */
const beforeUrlExpiresMs = 10 * 60_000;

/** Brings what waits for a moderator into their channel, once, and says there what became of it. */
export class Reviews {
  readonly #parts: ReviewParts;
  readonly #rounds: Rounds;
  /** Of an earlier process, which may have posted without writing it down. */
  readonly #earlier = new Set<string>();

  constructor(parts: ReviewParts) {
    this.#parts = parts;
    const { ledger, clock, log, inHand } = parts;
    this.#rounds = new Rounds({
      ...{ name: 'video reviews', clock, log, inHand, atOnce: 2 },
      work: async (id, signal) => await this.#look(id, signal),
    });
    ledger.onEntering(waitingStates, ({ id }) => this.#rounds.schedule(id, 0));
    ledger.onLeaving(waitingStates, (job) => this.#tell(job));
  }

  start(): void {
    this.#rounds.start();
  }

  /** A job that another process worked on. */
  resume(job: VideoJob): void {
    if (isWaiting(job)) {
      if (!job.reviewPost) this.#earlier.add(job.id);
      this.#rounds.schedule(job.id, 0);
    } else {
      // It may have died between the decision and the edit that closes its message.
      this.#tell(job);
    }
  }

  async close(): Promise<void> {
    await this.#rounds.close();
  }

  /** Resolves to when to look at it again. */
  async #look(id: string, signal: AbortSignal): Promise<number | undefined> {
    const { ledger, clock } = this.#parts;
    const job = await ledger.find(id);
    if (!job || !isWaiting(job)) return undefined;
    const now = clock.now();
    const deadline = await this.#deadlineOf(job);
    if (now >= deadline) {
      await ledger.record(id, { type: 'review-expired' });
      return undefined;
    }
    const next = job.reviewPost ? now + lookAtDeadlineMs : await this.#ask(job, deadline, signal);
    return Math.min(next, deadline);
  }

  /** What's finished is deleted at the service after a day. */
  async #deadlineOf(job: Waiting): Promise<number> {
    const waitMs = await this.#parts.waitMsOf(job.place.guildId);
    if (job.state === 'held') return job.acceptedAt + waitMs;
    const finishedAt = job.urlExpiresAt - resultLifeMs;
    return Math.min(finishedAt + waitMs, job.urlExpiresAt - beforeUrlExpiresMs);
  }

  async #ask(job: Waiting, deadline: number, signal: AbortSignal): Promise<number> {
    const { ledger, channelOf, messenger, clock, log } = this.#parts;
    const { id } = job;
    const channelId = await channelOf(job.place.guildId);
    if (channelId === undefined) return clock.now() + lookAgainMs;
    try {
      const mark = encodeCustomId({ feature: 'video', action: 'approve', id });
      const found = this.#earlier.has(id)
        ? await messenger.findOwn(channelId, mark, job.acceptedAt, signal)
        : undefined;
      const { messageId } = found ?? (await this.#post(job, channelId, deadline, signal));
      this.#earlier.delete(id);
      const after = await ledger.record(id, { type: 'review-posted', channelId, messageId });
      // It was decided while it was posted, such as cancelled by its requester.
      if (after && !isWaiting(after)) this.#tell({ ...after, reviewPost: { channelId, messageId } });
      return clock.now() + lookAtDeadlineMs;
    } catch (error) {
      if (!(error instanceof MessageError) || signal.aborted) throw error;
      log.warn({ err: error, job: id, reference: job.reference }, "couldn't ask moderators about a video");
      return clock.now() + lookAgainMs;
    }
  }

  async #post(
    job: Waiting,
    channelId: string,
    deadline: number,
    signal: AbortSignal,
  ): Promise<{ readonly messageId: string }> {
    const { messenger } = this.#parts;
    const words = wordsFor(job.place.locale);
    const packed = job.state === 'reviewing' ? await this.#packed(job, signal) : undefined;
    const send = async (video: PackedVideo | undefined) =>
      await messenger.post(channelId, renderReview(job, video, deadline, words), reviewNonce(job.id), signal);
    try {
      return await send(packed);
    } catch (error) {
      const isTooMuch =
        error instanceof MessageError && (error.reason === 'too-large' || error.reason === 'invalid');
      if (!isTooMuch || packed?.as === 'link' || !packed) throw error;
      return await send({ as: 'link', reason: 'not-taken' });
    }
  }

  /** As it would be delivered, or the service's link. */
  async #packed(job: JobIn<'reviewing'>, signal: AbortSignal): Promise<PackedVideo> {
    const { packing, mayFollow, log } = this.#parts;
    try {
      if (!mayFollow(job.videoUrl)) return { as: 'link', reason: 'not-taken' };
      const film = await packing.film(job.id, job.videoUrl, signal);
      if (film === 'no-video' || film === 'uninspected') return { as: 'link', reason: 'uninspected' };
      await packing.putAway(job.id, signal);
      return await packing.pack(job.id, film, job.attachmentLimitBytes, signal);
    } catch (error) {
      if (signal.aborted) throw error;
      log.warn(
        { err: error, job: job.id, reference: job.reference },
        "couldn't fetch a video for its review",
      );
      return { as: 'link', reason: 'too-slow' };
    }
  }

  /** Cuts the message to a line, so that what was rejected isn't there any more. */
  #tell(job: VideoJob): void {
    const { messenger, log } = this.#parts;
    if (!job.reviewPost) return;
    const panel = { ...job.reviewPost, applicationId: job.panel.applicationId, tokenExpiresAt: 0 };
    void messenger.editPanel(panel, renderDecided(job)).catch((error: unknown) => {
      log.info({ err: error, job: job.id, reference: job.reference }, "couldn't close a review");
    });
  }
}

function renderDecided(job: VideoJob): MessageBody {
  const { review, panel } = wordsFor(job.place.locale).video;
  const owner = `<@${job.requester.userId}>`;
  const rejectedBy = job.state === 'failed' ? job.failure.by : undefined;
  const sentence = job.approved
    ? review[job.approved.spoiler ? 'approvedAsSpoiler' : 'approved'](`<@${job.approved.by}>`, owner)
    : rejectedBy
      ? review.rejected(`<@${rejectedBy}>`, owner)
      : job.state === 'failed' && isUnreviewed(job.failure)
        ? review.expired(owner)
        : panel.states[job.state];
  return { components: [container([text(sentence)])] };
}

const waitingStates = ['held', 'reviewing'] as const;

export function isWaiting(job: VideoJob): job is Waiting {
  return job.state === 'held' || job.state === 'reviewing';
}

const longestReason = 500;

/** Tells moderators that something is wrong with a video, once for each person, however often they press. @throws Refusal `reports-nowhere` */
export async function reportVideo(
  channel: ModeratorsChannel,
  job: VideoJob,
  userId: string,
  reason: string,
): Promise<void> {
  const { guildId, locale } = job.place;
  const { report, buttons } = wordsFor(locale).video;
  const at = shownAt(job);
  const where = at ? messageUrl(guildId, at.channelId, at.messageId) : `<#${job.place.channelId}>`;
  const said = showAsIs(reason, longestReason);
  const components = [
    text(report.posted(`<@${userId}>`, `<@${job.requester.userId}>`, where)),
    ...(said === '' ? [] : [text(`>>> ${said}`)]),
    ...buttonRow([
      button('danger', buttons.remove, 'video', 'delete', job.id),
      button('secondary', report.dismiss, 'video', 'dismiss', job.id),
    ]),
  ];
  const nonce = `rp${job.id.slice(-11)}${userId.slice(-11)}`;
  await postToModerators(channel, guildId, { components: [container(components)] }, nonce);
}
