import type { Logger } from 'pino';
import type { Spending } from '../community/spending.ts';
import { MessageError, type Messenger } from '../discord/messenger.ts';
import type { Delivery } from './delivery.ts';
import {
  failedInPrivate,
  hasEnded,
  type JobIn,
  lastCallCostsNothing,
  reservationsOf,
  type VideoJob,
} from './job.ts';
import type { JobLedger } from './ledger.ts';
import type { VideoFiles } from './packing.ts';
import type { SentBy } from './panel-page.ts';
import type { Panels } from './panels.ts';
import { Telling } from './telling.ts';

export interface EndingParts {
  readonly ledger: JobLedger;
  readonly messenger: Messenger;
  readonly spending: Spending;
  readonly delivery: Delivery;
  readonly files: VideoFiles;
  readonly panels: Panels;
  readonly log: Logger;
}

type SettledJob = Extract<VideoJob, { settled: boolean }>;

const attemptsToShow = 3;
/** About a day, with the longest wait between them. */
const attemptsToTell = 150;

/**
 * What is done once a video has ended: it's accounted for, one message is left of it, and its requester knows. A process
 * that's killed in between is followed by one that does all of it once more.
 */
export class Endings {
  readonly #parts: EndingParts;
  readonly #telling: Telling;

  constructor(parts: EndingParts) {
    this.#parts = parts;
    this.#telling = new Telling({ ...parts, mayShowLink: (url) => parts.delivery.mayShowLink(url) });
  }

  /**
   * Settles what ended, or what its requester has to decide; `failed` says how often that was tried without success.
   * @throws MessageError `temporary` where it may work later
   */
  async settle(job: SettledJob, failed: number): Promise<void> {
    await this.#account(job);
    if (job.state === 'removed') await this.#takeAway(job, failed);
    else if (job.state === 'delivered') await this.#dismissPanel(job, failed);
    else await this.#announceEnd(job, failed);
    if (job.state !== 'undecided' && job.state !== 'set-aside') await this.#parts.delivery.release(job);
    await this.#parts.ledger.record(job.id, { type: 'settled', of: job.state });
  }

  /** Everything that shows the video goes with it: the message, its copies, and a panel that's still there. */
  async #takeAway(job: JobIn<'removed'>, failed: number): Promise<void> {
    const { messenger } = this.#parts;
    const shown = job.shownIn.map(
      ({ channelId, messageId }) =>
        async () =>
          await messenger.remove(channelId, messageId),
    );
    for (const remove of [...shown, async () => await this.#parts.panels.remove(job)]) {
      await remove().catch((error: unknown) => {
        throwIfItMayPass(error, failed < attemptsToTell);
        this.#note(job, error, 'a message of a deleted video was already gone');
      });
    }
  }

  async #announceEnd(job: SettledJob, failed: number): Promise<void> {
    if (job.state === 'undeliverable') {
      await this.#handOver(job, failed);
      return;
    }
    // Before anything private: the first follow-up to a deferral that was never answered would be the panel itself.
    if (failedInPrivate(job)) await this.#dismissPanel(job, failed);
    else await this.#showLast(job, failed);
    await this.#telling.tell(job, failed < attemptsToTell);
  }

  /** The panel stays, to say where the video went. */
  async #handOver(job: JobIn<'undeliverable'>, failed: number): Promise<void> {
    if (job.panel.messageId === undefined) await this.#showLast(job, failed);
    const sentBy = await this.#telling.handOver(job, failed < attemptsToTell);
    // Only a direct message comes once however often it's sent.
    await this.#showLast(job, sentBy === 'direct' ? failed : attemptsToShow, sentBy);
  }

  async #showLast(job: SettledJob, failed: number, sentBy?: SentBy): Promise<void> {
    await this.#parts.panels.show(job, sentBy).catch((error: unknown) => {
      throwIfItMayPass(error, failed < attemptsToShow);
      this.#note(job, error, "couldn't show the last state of a panel");
    });
  }

  /** The panel goes, because its message or nobody should say what it says. What can't be deleted is cut to a line. */
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

  /**
   * What its last creation call set aside becomes what it cost, and is given back where that's nothing. Of the calls before it,
   * and of one that was given up, nobody knows: what they set aside stays counted.
   */
  async #account(job: VideoJob): Promise<void> {
    const { place, requester, reference } = job;
    const [last = { id: job.id, at: job.acceptedAt }] = reservationsOf(job).slice(-1);
    const entry = { guildId: place.guildId, userId: requester.userId, reference, ...last };
    if ('usage' in job && job.usage && hasEnded(job.state)) {
      await this.#parts.spending.settle(entry, job.usage.billedSeconds);
    }
    if (lastCallCostsNothing(job)) await this.#parts.spending.settle(entry, 0);
  }

  #note(job: VideoJob, error: unknown, message: string): void {
    this.#parts.log.warn({ err: error, job: job.id, reference: job.reference }, message);
  }
}

function throwIfItMayPass(error: unknown, mayWait: boolean): void {
  if (mayWait && error instanceof MessageError && error.reason === 'temporary') throw error;
}
