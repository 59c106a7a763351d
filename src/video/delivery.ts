import { mkdir, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import type { Logger } from 'pino';
import { encodeCustomId } from '../discord/custom-id.ts';
import { MessageError, type Messenger } from '../discord/messenger.ts';
import { wordsFor } from '../discord/words/index.ts';
import { DownloadError } from '../media/download-error.ts';
import type { Clock } from '../operations/clock.ts';
import type { JobIn, VideoJob } from './job.ts';
import type { JobLedger } from './ledger.ts';
import { resultNonce } from './nonces.ts';
import { type Parcel, renderResult } from './result-message.ts';
import { Rounds } from './rounds.ts';

export interface DeliveryParts {
  readonly ledger: JobLedger;
  readonly messenger: Messenger;
  readonly clock: Clock;
  readonly log: Logger;
  /** Where files wait for their delivery. */
  readonly folder: string;
  /** Streams the result to `path`; rejects with a `DownloadError`. */
  readonly download: (url: string, path: string, signal: AbortSignal) => Promise<{ bytes: number }>;
  /** Is the file an MP4 with an H.264 track? */
  readonly isVideo: (path: string) => Promise<boolean>;
}

/**
 * Brings a finished video into its channel, once. `delivering` is written before the message is posted; whoever finds
 * a job in that state looks into the channel first, and the nonce catches what a look would miss.
 */
export class Delivery {
  readonly #parts: DeliveryParts;
  readonly #rounds: Rounds;
  /** Failed fetches and posts in a row, by job. */
  readonly #troubles = new Map<string, number>();

  constructor(parts: DeliveryParts) {
    this.#parts = parts;
    this.#rounds = new Rounds({
      name: 'video deliveries',
      clock: parts.clock,
      log: parts.log,
      atOnce: deliveriesAtOnce,
      work: async (id, signal) => await this.#deliver(id, signal),
    });
    parts.ledger.onChange((job) => {
      if (job.state === 'succeeded') this.#rounds.schedule(job.id, 0);
    });
  }

  async start(): Promise<void> {
    await mkdir(this.#parts.folder, { recursive: true });
    for (const job of this.#parts.ledger.open()) if (isDeliverable(job)) this.#rounds.schedule(job.id, 0);
    this.#rounds.start();
  }

  async close(): Promise<void> {
    await this.#rounds.close();
  }

  /** The file of a job, while it is kept. */
  pathOf(id: string): string {
    return join(this.#parts.folder, `${id}.mp4`);
  }

  async forget(id: string): Promise<void> {
    this.#troubles.delete(id);
    await rm(this.pathOf(id), { force: true });
  }

  async #deliver(id: string, signal: AbortSignal): Promise<number | undefined> {
    const { ledger } = this.#parts;
    const job = await ledger.find(id);
    if (!job || !isDeliverable(job)) return undefined;
    if (job.state === 'delivering' && (await this.#isThere(job, signal))) return undefined;
    const parcel = await this.#fetch(job, signal);
    if (parcel === 'later') return this.#later(id);
    if (parcel === 'unusable') return undefined;
    const begun = await ledger.apply(id, { type: 'delivery-started' });
    if (begun?.state !== 'delivering') return undefined;
    return await this.#post(begun, parcel, signal);
  }

  /** After a restart, or an answer that was lost: is the message in the channel already? */
  async #isThere(job: JobIn<'delivering'>, signal: AbortSignal): Promise<boolean> {
    const { ledger, messenger, log } = this.#parts;
    const { channelId } = job.place;
    try {
      const mark = encodeCustomId({ feature: 'video', action: 'delete', id: job.id });
      const messageId = await messenger.findOwn(channelId, mark, job.deliveringSince, signal);
      if (!messageId) return false;
      await ledger.apply(job.id, { type: 'delivered', channelId, messageId, as: 'file' });
      return true;
    } catch (error) {
      if (!(error instanceof MessageError) || signal.aborted) throw error;
      if (error.reason === 'temporary') throw error;
      log.warn({ err: error, job: job.id }, 'the channel could not be searched for a delivered video');
      return false;
    }
  }

  async #fetch(job: DeliverableJob, signal: AbortSignal): Promise<Parcel | 'later' | 'unusable'> {
    const path = this.pathOf(job.id);
    const bytes = await sizeOnDisk(path);
    if (bytes !== undefined) return parcelOf(job, path, bytes);
    try {
      const fetched = await this.#parts.download(job.videoUrl, path, signal);
      if (await this.#parts.isVideo(path)) return parcelOf(job, path, fetched.bytes);
      await this.forget(job.id);
      return await this.#unusable(job, 'result-unreadable');
    } catch (error) {
      if (!(error instanceof DownloadError) || signal.aborted) throw error;
      this.#parts.log.warn({ err: error, job: job.id, reference: job.reference }, 'a result was not fetched');
      if (error.reason === 'gone') return await this.#unusable(job, 'result-gone');
      if (error.reason === 'too-large') return { as: 'link', reason: 'too-large' };
      return this.#countTrouble(job.id) < fetchesBeforeLink ? 'later' : { as: 'link', reason: 'too-slow' };
    }
  }

  async #unusable(job: DeliverableJob, fault: 'result-gone' | 'result-unreadable'): Promise<'unusable'> {
    await this.#parts.ledger.apply(job.id, { type: 'result-unusable', failure: { fault } });
    return 'unusable';
  }

  async #post(job: JobIn<'delivering'>, parcel: Parcel, signal: AbortSignal): Promise<number | undefined> {
    const { ledger, messenger, log } = this.#parts;
    const { channelId } = job.place;
    try {
      const body = renderResult(job, parcel, wordsFor(job.place.locale));
      const { messageId } = await messenger.post(channelId, body, resultNonce(job.id), signal);
      await ledger.apply(job.id, { type: 'delivered', channelId, messageId, as: parcel.as });
      await this.forget(job.id);
      return undefined;
    } catch (error) {
      if (!(error instanceof MessageError) || signal.aborted) throw error;
      log.warn({ err: error, job: job.id, reference: job.reference }, 'a video was not taken');
      if (error.reason === 'too-large' && parcel.as === 'file') {
        return await this.#post(job, { as: 'link', reason: 'too-large' }, signal);
      }
      if (error.reason === 'temporary' && this.#countTrouble(job.id) < postsBeforeGivingUp) {
        return this.#later(job.id);
      }
      await ledger.apply(job.id, { type: 'place-closed' });
      return undefined;
    }
  }

  #countTrouble(id: string): number {
    const troubles = (this.#troubles.get(id) ?? 0) + 1;
    this.#troubles.set(id, troubles);
    return troubles;
  }

  #later(id: string): number {
    return this.#parts.clock.now() + Math.min(2_000 * 2 ** (this.#troubles.get(id) ?? 1), longestWaitMs);
  }
}

type DeliverableJob = JobIn<'succeeded' | 'delivering'>;

const deliveriesAtOnce = 4;
const fetchesBeforeLink = 5;
const postsBeforeGivingUp = 20;
const longestWaitMs = 5 * 60_000;

function isDeliverable(job: VideoJob): job is DeliverableJob {
  return job.state === 'succeeded' || job.state === 'delivering';
}

function parcelOf(job: DeliverableJob, path: string, bytes: number): Parcel {
  return bytes <= job.attachmentLimitBytes ? { as: 'file', path } : { as: 'link', reason: 'too-large' };
}

async function sizeOnDisk(path: string): Promise<number | undefined> {
  try {
    return (await stat(path)).size;
  } catch {
    return undefined;
  }
}
