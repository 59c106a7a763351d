import type { Logger } from 'pino';
import type { Spending } from '../community/spending.ts';
import { container, text } from '../discord/layout.ts';
import { type MessageBody, MessageError, type Messenger, type PanelAddress } from '../discord/messenger.ts';
import type { Clock } from '../operations/clock.ts';
import type { InHand } from '../operations/in-hand.ts';
import { Rounds } from '../operations/rounds.ts';
import { type Words, wordsFor } from '../words/index.ts';
import type { Delivery } from './delivery.ts';
import { failureSentence } from './describe.ts';
import type { VideoHistory } from './history.ts';
import { hasEnded, isOpen, type JobIn, noticeNonce, resultNonce, type VideoJob } from './job.ts';
import type { JobLedger } from './ledger.ts';
import { renderDirectResult, renderPanel } from './messages.ts';
import type { Parcel, VideoFiles } from './packing.ts';
import type { Submitter } from './submitter.ts';

export interface AnnouncerParts {
  readonly ledger: JobLedger;
  readonly messenger: Messenger;
  readonly spending: Spending;
  readonly delivery: Delivery;
  readonly submitter: Submitter;
  readonly files: VideoFiles;
  readonly history: VideoHistory;
  readonly clock: Clock;
  readonly log: Logger;
  readonly inHand?: InHand | undefined;
}

/**
 * Keeps the panels true and sees to it that every end reaches its requester: an end is settled only after they were
 * told, also when the process was killed in between.
 */
export class Announcer {
  readonly #parts: AnnouncerParts;
  readonly #rounds: Rounds;
  /** The panels of the whole line, redrawn together. */
  readonly #lineRounds: Rounds;
  #lineDrawnAt = 0;
  readonly #attempts = new Map<string, number>();
  readonly #shownAt = new Map<string, number>();

  constructor(parts: AnnouncerParts) {
    this.#parts = parts;
    this.#rounds = new Rounds({
      name: 'video panels',
      clock: parts.clock,
      log: parts.log,
      atOnce: 8,
      inHand: parts.inHand,
      setAside: async (id) => await this.#leaveUntold(id),
      work: async (id) => await this.#announce(id),
    });
    this.#lineRounds = new Rounds({
      name: 'the video line',
      clock: parts.clock,
      log: parts.log,
      atOnce: 1,
      work: async () => {
        this.#refreshLine();
        return undefined;
      },
    });
    parts.ledger.onChange((job, before) => {
      if (job.state === before?.state) return;
      this.#rounds.schedule(job.id, 0);
      if (before?.state === 'accepted') this.#refreshLine();
      // Whoever has fewer videos in the line goes before others, who want to know.
      if (before === undefined) this.#lineRounds.schedule('line', this.#lineDrawnAt + betweenRedrawsMs);
    });
  }

  start(): void {
    for (const job of this.#parts.ledger.open()) if ('settled' in job) this.#rounds.schedule(job.id, 0);
    this.#rounds.start();
    this.#lineRounds.start();
  }

  async close(): Promise<void> {
    await Promise.all([this.#rounds.close(), this.#lineRounds.close()]);
  }

  /** Redraws a panel soon, but not at every step of something that goes on. */
  show(id: string): void {
    const now = this.#parts.clock.now();
    const next = (this.#shownAt.get(id) ?? 0) + betweenRedrawsMs;
    if (!this.#rounds.isScheduled(id)) this.#rounds.schedule(id, Math.max(now, next));
  }

  async #panelOf(job: VideoJob): Promise<MessageBody> {
    const { spending, submitter, history, delivery, clock } = this.#parts;
    const allowance = await spending.left(job.place.guildId, job.requester.userId);
    const ahead = submitter.ahead(job);
    const waitMs = history.waitMs(job.request.model, ahead, submitter.tasksAtOnce(job));
    const since = job.state === 'accepted' ? clock.now() : 'submittedAt' in job ? job.submittedAt : undefined;
    return renderPanel(
      job,
      {
        ahead,
        expectedAt: waitMs === undefined || since === undefined ? undefined : since + waitMs,
        activity: delivery.activityOf(job.id),
        allowance,
      },
      wordsFor(job.place.locale),
    );
  }

  /** When the line moves, those near its head see it; a long line is not rewritten at every step. */
  #refreshLine(): void {
    const now = this.#parts.clock.now();
    this.#lineDrawnAt = now;
    for (const id of this.#parts.submitter.head(lineShown)) this.#rounds.schedule(id, now);
  }

  async #announce(id: string): Promise<number | undefined> {
    const job = await this.#parts.ledger.find(id);
    if (!job || !isOpen(job)) return undefined;
    if (!('settled' in job)) return await this.#redraw(job);
    try {
      await this.#settle(job);
      this.#attempts.delete(id);
      return undefined;
    } catch (error) {
      const attempts = (this.#attempts.get(id) ?? 0) + 1;
      this.#attempts.set(id, attempts);
      this.#note(job, error, 'an end was not announced; it is tried again');
      return this.#parts.clock.now() + Math.min(2_000 * 2 ** attempts, longestWaitMs);
    }
  }

  /** A panel that was missed shows the next change; one that was never shown is out of reach once its token is dead. */
  async #redraw(job: VideoJob): Promise<number | undefined> {
    try {
      await this.#showPanel(job);
    } catch (error) {
      this.#note(job, error, 'a panel was not updated');
      const { messageId, tokenExpiresAt } = job.panel;
      const next = this.#parts.clock.now() + betweenFirstDrawsMs;
      if (messageId === undefined && next < tokenExpiresAt) return next;
    }
    return undefined;
  }

  /** An end that nobody lives to tell is told by the log only. */
  async #leaveUntold(id: string): Promise<void> {
    const job = await this.#parts.ledger.find(id);
    if (job && 'settled' in job) await this.#parts.ledger.apply(id, { type: 'settled', of: job.state });
  }

  async #settle(job: Extract<VideoJob, { settled: boolean }>): Promise<void> {
    await this.#account(job);
    if (job.state === 'removed') await this.#takeAway(job);
    else await this.#announceEnd(job);
    if (job.state !== 'undecided' && job.state !== 'set-aside') await this.#parts.delivery.release(job);
    this.#shownAt.delete(job.id);
    await this.#parts.ledger.apply(job.id, { type: 'settled', of: job.state });
  }

  /** Everything that shows the video goes with it: the message, its copies, and the panel with the prompt. */
  async #takeAway(job: JobIn<'removed'>): Promise<void> {
    const { messageId } = job.panel;
    const panel = messageId === undefined ? [] : [{ channelId: job.place.channelId, messageId }];
    for (const shown of [...job.shownIn, ...panel]) {
      try {
        await this.#parts.messenger.remove(shown.channelId, shown.messageId);
      } catch (error) {
        const mayPass = error instanceof MessageError && error.reason === 'temporary';
        if (mayPass && (this.#attempts.get(job.id) ?? 0) < attemptsToTell) throw error;
        this.#note(job, error, 'a message of a deleted video was not there to delete');
      }
    }
  }

  async #announceEnd(job: Extract<VideoJob, { settled: boolean }>): Promise<void> {
    // Before anything private: the first follow-up to a deferral that was never answered would be the panel itself.
    await this.#showPanel(job).catch((error: unknown) => {
      const mayPass = error instanceof MessageError && error.reason === 'temporary';
      if (mayPass && (this.#attempts.get(job.id) ?? 0) < attemptsToShow) throw error;
      this.#note(job, error, 'the last state of a panel could not be shown');
    });
    await this.#tell(job);
  }

  /** Only a successful result is billed (document 1, `usage`); everything else gives the seconds back. */
  async #account(job: VideoJob): Promise<void> {
    const { guildId } = job.place;
    const entry = { guildId, userId: job.requester.userId, id: job.id, at: job.acceptedAt };
    if ('usage' in job && job.usage && hasEnded(job.state)) {
      await this.#parts.spending.settle(entry, job.usage.billedSeconds);
    }
    const wasMade = job.state === 'failed' && job.failure.fault.startsWith('result-');
    if (['failed', 'canceled', 'expired', 'abandoned'].includes(job.state) && !wasMade) {
      await this.#parts.spending.settle(entry, 0);
    }
  }

  async #tell(job: Extract<VideoJob, { settled: boolean }>): Promise<void> {
    if (job.state === 'undeliverable') {
      await this.#handOver(job);
      return;
    }
    const words = wordsFor(job.requester.locale);
    const sentence = sentenceFor(job, words);
    if (!sentence) return;
    const requestId = job.state === 'failed' ? job.failure.requestId : undefined;
    const small = [
      ...('taskId' in job && job.taskId ? [`-# ${words.video.panel.task(job.taskId)}`] : []),
      words.errors.footer(job.reference, requestId),
    ];
    const body = { components: [container([text(sentence), text(small.join('\n'))])] };
    await this.#privately(job, body);
  }

  /** Ephemeral while the interaction lives, else by direct message, else a nudge in the channel without the reason. */
  async #privately(job: VideoJob, body: MessageBody): Promise<void> {
    const { messenger } = this.#parts;
    const { userId } = job.requester;
    const words = wordsFor(job.place.locale);
    await this.#firstThatWorks(job, [
      async () => await messenger.whisper(panelAddress(job), body),
      async () => await messenger.direct(userId, body, noticeNonce(job.id)),
      async () => {
        const nudge = words.video.told.inChannel(`<@${userId}>`);
        const small = text(`-# ${words.video.panel.reference(job.reference)}`);
        const components = [container([text(nudge), small])];
        await messenger.post(job.place.channelId, { components, mentions: [userId] }, noticeNonce(job.id));
      },
    ]);
  }

  /** The channel is closed: the video goes to its requester, as a file if it is at hand, as a link otherwise. */
  async #handOver(job: JobIn<'undeliverable'>): Promise<void> {
    const { messenger, files } = this.#parts;
    const words = wordsFor(job.requester.locale);
    let link: Parcel = { as: 'link', reason: 'not-taken' };
    const direct = async (parcel: Parcel) =>
      await messenger.direct(
        job.requester.userId,
        renderDirectResult(job, parcel, words),
        resultNonce(job.id),
      );
    await this.#firstThatWorks(job, [
      async () => {
        try {
          const path = files.original(job.id);
          await direct({ as: 'file', path, seconds: job.request.durationSeconds });
        } catch (error) {
          if (error instanceof MessageError && error.reason === 'too-large')
            link = { as: 'link', reason: 'too-large' };
          throw error;
        }
      },
      async () => await direct(link),
      async () => await messenger.whisper(panelAddress(job), renderDirectResult(job, link, words)),
    ]);
  }

  /** Tries the ways in order. What may work later is thrown; what can never work any more is logged and let be. */
  async #firstThatWorks(job: VideoJob, ways: readonly (() => Promise<void>)[]): Promise<void> {
    let later: MessageError | undefined;
    for (const way of ways) {
      try {
        await way();
        return;
      } catch (error) {
        this.#note(job, error, 'a way to tell the requester did not work');
        if (error instanceof MessageError && error.reason === 'temporary') later ??= error;
      }
    }
    if (later && (this.#attempts.get(job.id) ?? 0) < attemptsToTell) throw later;
    this.#parts.log.error({ job: job.id, reference: job.reference }, 'the requester could not be told');
  }

  async #showPanel(job: VideoJob): Promise<void> {
    this.#shownAt.set(job.id, this.#parts.clock.now());
    const { messageId } = await this.#parts.messenger.editPanel(panelAddress(job), await this.#panelOf(job));
    if (job.panel.messageId !== messageId)
      await this.#parts.ledger.apply(job.id, { type: 'panel-moved', messageId });
  }

  #note(job: VideoJob, error: unknown, message: string): void {
    this.#parts.log.warn({ err: error, job: job.id, reference: job.reference }, message);
  }
}

const lineShown = 5;
const betweenRedrawsMs = 3_000;
const betweenFirstDrawsMs = 10_000;
const attemptsToShow = 3;
/** About a day, with the longest wait between them. */
const attemptsToTell = 150;
const longestWaitMs = 10 * 60_000;

/** What an end is said in; undefined where the panel or the channel says it already. */
function sentenceFor(job: VideoJob, words: Words): string | undefined {
  const { told } = words.video;
  switch (job.state) {
    case 'failed':
      return told.failed(failureSentence(job.failure, words));
    case 'canceled':
      return job.taskId && !job.byPerson ? told.canceled : undefined;
    case 'expired':
      return told.expired;
    case 'undecided':
      return told.undecided;
    case 'set-aside':
      return told.setAside;
    default:
      return undefined;
  }
}

function panelAddress(job: VideoJob): PanelAddress {
  return { channelId: job.place.channelId, ...job.panel };
}
