import type { Logger } from 'pino';
import { encodeCustomId } from '../discord/layout.ts';
import { MessageError, type Messenger } from '../discord/messenger.ts';
import { DownloadError } from '../media/download-error.ts';
import type { Clock } from '../operations/clock.ts';
import type { InHand } from '../operations/in-hand.ts';
import type { KeyedMutex } from '../operations/mutex.ts';
import { Rounds } from '../operations/rounds.ts';
import { wordsFor } from '../words/index.ts';
import { isOpen, type JobIn, resultNonce, type VideoJob } from './job.ts';
import type { JobLedger } from './ledger.ts';
import type { Activity, Film, MayFollow, PackedVideo, Packing } from './packing.ts';
import { type ResultShape, renderResult } from './result-page.ts';
import type { VideoFiles } from './video-files.ts';

/**
 * Posts a finished video in its channel, once. `delivering` is written before posting. A start that finds a job in that
 * state checks the channel first, and the nonce catches what the check misses.
 */
export class Delivery {
  readonly #parts;
  readonly #rounds: Rounds;
  readonly #stop = new AbortController();
  /** Failed downloads and posts, and downloads that weren't a video or couldn't be inspected, by job. */
  readonly #troubles = new Map<string, number>();
  readonly #activities = new Map<string, Activity>();
  #onActivity: (id: string) => void = () => undefined;
  #sweeping: Promise<void> = Promise.resolve();

  constructor(parts: {
    readonly ledger: JobLedger;
    readonly messenger: Messenger;
    readonly files: VideoFiles;
    readonly packing: Packing;
    readonly mayFollow: MayFollow;
    readonly clock: Clock;
    readonly log: Logger;
    /** By job: one at a time uses or removes its files. */
    readonly mutex: KeyedMutex;
    readonly inHand?: InHand | undefined;
  }) {
    this.#parts = parts;
    this.#rounds = new Rounds({
      name: 'video deliveries',
      clock: parts.clock,
      log: parts.log,
      atOnce: deliveriesAtOnce,
      inHand: parts.inHand,
      setAside: async (id) => void (await parts.ledger.apply(id, { type: 'set-aside' })),
      work: async (id, signal) => await this.#deliver(id, signal).finally(() => this.#activities.delete(id)),
    });
    parts.ledger.onChange((job, before) => {
      if (job.state === 'succeeded' || (isDeliverable(job) && before?.state === 'set-aside'))
        this.#rounds.schedule(job.id, 0);
    });
  }

  async start(onActivity: (id: string) => void): Promise<void> {
    this.#onActivity = onActivity;
    await this.#parts.files.open();
    this.#rounds.start();
    this.#sweeping = this.#sweep().catch(() => undefined);
  }

  /** A job that another process worked on. */
  resume(job: VideoJob): void {
    if (isDeliverable(job)) this.#rounds.schedule(job.id, 0);
  }

  async close(): Promise<void> {
    this.#stop.abort();
    await Promise.all([this.#rounds.close(), this.#sweeping]);
  }

  /** What's being done with a job's file right now. */
  activityOf(id: string): Activity | undefined {
    return this.#activities.get(id);
  }

  /** Call it once an end is settled: removes what isn't needed any more. */
  async release(job: VideoJob): Promise<void> {
    this.#troubles.delete(job.id);
    const worthKeeping = job.state === 'undeliverable' || (job.state === 'delivered' && job.as !== 'file');
    const { files, mutex } = this.#parts;
    await mutex.runExclusive(job.id, async () => {
      if (job.state === 'removed') await this.#erase(job.id);
      else await files.release(job.id, worthKeeping);
    });
  }

  async #erase(id: string): Promise<void> {
    await this.#parts.files.erase(id).catch((error: unknown) => {
      this.#parts.log.warn(
        { err: error, job: id },
        "couldn't remove a deleted video where files wait; the next sweep does",
      );
    });
  }

  async #deliver(id: string, signal: AbortSignal): Promise<number | undefined> {
    const { ledger } = this.#parts;
    const job = await ledger.find(id);
    if (!job || !isDeliverable(job)) return undefined;
    const looked = job.state === 'delivering' ? await this.#look(job, signal) : 'not-there';
    if (looked === 'done') return undefined;
    if (looked === 'later') return this.#later(id);
    const packed = await this.#prepare(job, signal);
    if (packed === 'later') return this.#later(id);
    if (packed === 'unusable') return undefined;
    const begun = await ledger.apply(id, { type: 'delivery-started' });
    if (begun?.state !== 'delivering') return undefined;
    return await this.#post(begun, packed, signal);
  }

  /** After a restart, or a lost answer: whether the message is already in the channel. */
  async #look(job: JobIn<'delivering'>, signal: AbortSignal): Promise<'done' | 'not-there' | 'later'> {
    const { ledger, messenger, log } = this.#parts;
    const { channelId } = job.place;
    try {
      const mark = encodeCustomId({ feature: 'video', action: 'delete', id: job.id });
      const found = await messenger.findOwn(channelId, mark, job.deliveringSince, signal);
      if (!found) return 'not-there';
      const as = found.hasFile ? 'file' : 'link';
      await ledger.record(job.id, { type: 'delivered', channelId, messageId: found.messageId, as });
      return 'done';
    } catch (error) {
      if (!(error instanceof MessageError) || signal.aborted) throw error;
      const facts = { err: error, job: job.id, reference: job.reference };
      log.warn(facts, "couldn't search a channel for a delivered video");
      if (error.reason === 'blind') log.error(facts, "Read Message History is missing in a video's channel");
      const nonceHolds = this.#parts.clock.now() - job.deliveringSince < nonceSurelyKnownMs;
      if (error.reason !== 'temporary' && (error.reason !== 'blind' || nonceHolds)) return 'not-there';
      if (error.reason === 'temporary' && this.#mayWait(job)) return 'later';
      await ledger.apply(job.id, { type: 'place-closed' });
      return 'done';
    }
  }

  async #prepare(job: DeliverableJob, signal: AbortSignal): Promise<PackedVideo | 'later' | 'unusable'> {
    const { packing, mayFollow, log } = this.#parts;
    try {
      if (!mayFollow(job.videoUrl)) throw new DownloadError({ reason: 'forbidden' });
      this.#note(job.id, { what: 'fetching' });
      const film = await packing.film(job.id, job.videoUrl, signal);
      if (film === 'no-video' || film === 'uninspected') {
        // Maybe only part of it arrived, or the machine was busy; and it was paid for.
        if (this.#countTrouble(job.id) < fetchesInAll) return 'later';
        if (film === 'uninspected') return { as: 'link', reason: 'uninspected' };
        return await this.#unusable(job, 'result-unreadable');
      }
      return await this.#pack(job, film, job.attachmentLimitBytes, signal);
    } catch (error) {
      if (!(error instanceof DownloadError) || signal.aborted) throw error;
      log.warn({ err: error, job: job.id, reference: job.reference }, "couldn't fetch a result");
      if (error.reason === 'forbidden') {
        const facts = { host: hostOf(job.videoUrl), job: job.id, reference: job.reference };
        log.error(facts, 'the service gave an address that may not be followed: see SERVICE_FILE_HOSTS');
        return await this.#unusable(job, 'result-address');
      }
      if (error.reason === 'gone') return await this.#unusable(job, 'result-gone');
      if (error.reason === 'too-large') return { as: 'link', reason: 'too-large' };
      return this.#countTrouble(job.id) < fetchesInAll ? 'later' : { as: 'link', reason: 'too-slow' };
    }
  }

  async #pack(
    job: DeliverableJob,
    film: Film,
    limitBytes: number,
    signal: AbortSignal,
  ): Promise<PackedVideo> {
    return await this.#parts.packing.pack(job.id, film, limitBytes, signal, (share) =>
      this.#note(job.id, { what: 'shrinking', share }),
    );
  }

  async #unusable(
    job: DeliverableJob,
    fault: 'result-gone' | 'result-unreadable' | 'result-address',
  ): Promise<'unusable'> {
    await this.#parts.ledger.apply(job.id, { type: 'result-unusable', failure: { fault } });
    return 'unusable';
  }

  async #post(
    job: JobIn<'delivering'>,
    packed: PackedVideo,
    signal: AbortSignal,
    shape: ResultShape = 'full',
  ): Promise<number | undefined> {
    const { ledger, messenger, log } = this.#parts;
    const { channelId } = job.place;
    try {
      const body = renderResult(job, packed, wordsFor(job.place.locale), shape);
      const { messageId } = await messenger.post(channelId, body, resultNonce(job.id), signal);
      const { as, seconds } = packed;
      await ledger.record(job.id, { type: 'delivered', channelId, messageId, as, seconds });
      return undefined;
    } catch (error) {
      if (!(error instanceof MessageError) || signal.aborted) throw error;
      log.warn(
        { err: error, job: job.id, reference: job.reference, as: packed.as, shape },
        "Discord didn't take a video",
      );
      if (error.reason === 'too-large' && packed.as !== 'link') {
        return await this.#post(job, await this.#smaller(job, packed, signal), signal, shape);
      }
      if (error.reason === 'invalid' && shape === 'full')
        return await this.#post(job, packed, signal, 'plain');
      if (error.reason === 'invalid' && shape === 'plain')
        return await this.#post(job, linkInsteadOf(packed), signal, 'bare');
      if (error.reason === 'temporary' && this.#mayWait(job)) {
        await this.#parts.packing.putAway(job.id, signal);
        return this.#later(job.id);
      }
      await ledger.apply(job.id, { type: 'place-closed' });
      return undefined;
    }
  }

  /** Discord took less than it said (413 or 40005): tries the next smaller version, never the same file again. */
  async #smaller(job: JobIn<'delivering'>, packed: PackedVideo, signal: AbortSignal): Promise<PackedVideo> {
    const link: PackedVideo = { as: 'link', reason: 'too-large', seconds: packed.seconds };
    if (packed.as !== 'file') return link;
    const film = await this.#parts.packing.film(job.id, job.videoUrl, signal);
    if (film === 'no-video' || film === 'uninspected') return link;
    const limitBytes = Math.min(surelyTakenBytes, Math.floor(film.bytes * 0.75));
    return await this.#pack(job, film, limitBytes, signal);
  }

  #note(id: string, activity: Activity): void {
    this.#activities.set(id, activity);
    this.#onActivity(id);
  }

  /** If Discord is unavailable, it may come back: the video waits for its channel as long as it can be downloaded. */
  #mayWait(job: JobIn<'delivering'>): boolean {
    return this.#countTrouble(job.id) < attemptsAtLeast || this.#parts.clock.now() < job.urlExpiresAt;
  }

  #countTrouble(id: string): number {
    const troubles = (this.#troubles.get(id) ?? 0) + 1;
    this.#troubles.set(id, troubles);
    return troubles;
  }

  #later(id: string): number {
    return this.#parts.clock.now() + Math.min(2_000 * 2 ** (this.#troubles.get(id) ?? 1), longestWaitMs);
  }

  async #sweep(): Promise<void> {
    const { clock, log } = this.#parts;
    for (;;) {
      await this.#sweepOnce().catch((error: unknown) =>
        log.warn({ err: error }, "couldn't sweep kept videos"),
      );
      await clock.sleep(sweepEveryMs, this.#stop.signal);
    }
  }

  async #sweepOnce(): Promise<void> {
    const { files, ledger, mutex } = this.#parts;
    const whose = async (id: string) => {
      const job = await ledger.look(id);
      if (!job || job.state === 'removed') return 'nobodys';
      return isOpen(job) ? 'needed' : 'kept';
    };
    await files.sweep(async (id) => (await whose(id)) === 'needed');
    for (const id of files.owed)
      await mutex.runExclusive(id, async () => {
        if ((await whose(id)) === 'kept') await files.release(id, true);
        else await files.putAway(id, this.#stop.signal);
      });
    await files.sweepStore(whose);
  }
}

type DeliverableJob = JobIn<'succeeded' | 'delivering'>;

const deliveriesAtOnce = 4;
const fetchesInAll = 5;
const attemptsAtLeast = 20;
const longestWaitMs = 5 * 60_000;
/** Discord remembers a nonce for a few minutes. Until then, posting again changes nothing. */
const nonceSurelyKnownMs = 60_000;
const sweepEveryMs = 60 * 60_000;
/** Every server takes this much (spec 6, section 2: the default since January 2025). */
const surelyTakenBytes = 10 * 1024 * 1024;

/** Without an address's secret parts. */
function hostOf(address: string): string | undefined {
  return URL.canParse(address) ? new URL(address).host : undefined;
}

function linkInsteadOf(packed: PackedVideo): PackedVideo {
  return packed.as === 'link' ? packed : { as: 'link', reason: 'not-taken', seconds: packed.seconds };
}

function isDeliverable(job: VideoJob): job is DeliverableJob {
  return job.state === 'succeeded' || job.state === 'delivering';
}
