import type { Logger } from 'pino';
import { MessageError, type Messenger } from '../discord/messenger.ts';
import type { Delivery } from './delivery.ts';
import { failedInPrivate, type JobIn, type SettledJob, type VideoJob } from './job.ts';
import type { JobLedger } from './ledger.ts';
import type { MayFollow } from './packing.ts';
import type { SentBy } from './panel-page.ts';
import type { Panels } from './panels.ts';
import { RequesterNotices } from './requester-notices.ts';
import type { VideoFiles } from './video-files.ts';

const attemptsToShow = 3;
/** About a day, with the longest wait between them. */
const attemptsToTell = 150;

/**
 * What happens after a video has ended, and its cost with it: one message is left of it, and its requester knows. If the
 * process is killed in between, the next one does all of it again.
 */
export class Endings {
  readonly #parts;
  readonly #notices: RequesterNotices;

  constructor(parts: {
    readonly ledger: JobLedger;
    readonly messenger: Messenger;
    readonly delivery: Delivery;
    readonly files: VideoFiles;
    readonly panels: Panels;
    readonly mayFollow: MayFollow;
    readonly log: Logger;
  }) {
    this.#parts = parts;
    this.#notices = new RequesterNotices(parts);
  }

  /**
   * Settles an end, or a question for the requester. `failed` says how often that has failed.
   * @throws MessageError `temporary` if it may work later
   */
  async settle(job: SettledJob, failed: number): Promise<void> {
    if (job.state === 'removed') await this.#takeAway(job, failed);
    else if (job.state === 'delivered') await this.#dismissPanel(job, failed);
    else await this.#announceEnd(job, failed);
    if (job.state !== 'undecided' && job.state !== 'set-aside') await this.#parts.delivery.release(job);
    await this.#parts.ledger.record(job.id, { type: 'settled', of: job.state });
  }

  /** Deletes everything that shows the video: the message, its copies, and a remaining panel. */
  async #takeAway(job: JobIn<'removed'>, failed: number): Promise<void> {
    const { messenger, panels } = this.#parts;
    const gone = (error: unknown) => {
      throwIfItMayPass(error, failed < attemptsToTell);
      this.#note(job, error, 'a message of a deleted video was already gone');
    };
    for (const { channelId, messageId } of job.shownIn)
      await messenger.remove(channelId, messageId).catch(gone);
    await panels.remove(job).catch(gone);
  }

  async #announceEnd(job: SettledJob, failed: number): Promise<void> {
    if (job.state === 'undeliverable') {
      await this.#handOver(job, failed);
      return;
    }
    // Before anything private, because the first follow-up to an unanswered deferral would be the panel itself.
    if (failedInPrivate(job)) await this.#dismissPanel(job, failed);
    else await this.#showLast(job, failed);
    await this.#notices.tellEnd(job, failed < attemptsToTell);
  }

  /** The panel stays, to say where the video went. */
  async #handOver(job: JobIn<'undeliverable'>, failed: number): Promise<void> {
    if (job.panel.messageId === undefined) await this.#showLast(job, failed);
    const sentBy = await this.#notices.sendVideo(job, failed < attemptsToTell);
    // Only a direct message is never posted twice.
    await this.#showLast(job, sentBy === 'direct' ? failed : attemptsToShow, sentBy);
  }

  async #showLast(job: SettledJob, failed: number, sentBy?: SentBy): Promise<void> {
    await this.#parts.panels.show(job, sentBy).catch((error: unknown) => {
      throwIfItMayPass(error, failed < attemptsToShow);
      this.#note(job, error, "couldn't show the last state of a panel");
    });
  }

  /**
   * Removes the panel, because its message says the same, or nobody else should read it. If it can't be deleted, it's
   * cut to a line.
   */
  async #dismissPanel(job: SettledJob, failed: number): Promise<void> {
    try {
      await this.#parts.panels.remove(job);
      return;
    } catch (error) {
      throwIfItMayPass(error, failed < attemptsToShow);
      this.#note(job, error, "couldn't delete a panel");
    }
    await this.#parts.panels.shrink(job).catch((error: unknown) => {
      throwIfItMayPass(error, failed < attemptsToTell);
      this.#note(job, error, "couldn't change a panel that should be gone");
    });
  }

  #note(job: VideoJob, error: unknown, message: string): void {
    this.#parts.log.warn({ err: error, job: job.id, reference: job.reference }, message);
  }
}

function throwIfItMayPass(error: unknown, mayWait: boolean): void {
  if (mayWait && error instanceof MessageError && error.reason === 'temporary') throw error;
}
