import { randomInt } from 'node:crypto';
import { join } from 'node:path';
import type { Logger } from 'pino';
import { Spending, type SpendingShelf } from '../community/spending.ts';
import { MessageError, type Messenger } from '../discord/messenger.ts';
import { Refusal } from '../discord/refusal.ts';
import type { Clock } from '../operations/clock.ts';
import { videoModels } from '../service/models.ts';
import { assertServed, type Region } from '../service/regions.ts';
import type { VideoClient } from '../service/video/client.ts';
import type { VideoRequest } from '../service/video/request.ts';
import { Announcer } from './announcer.ts';
import { audioNotices, checkTextAsk, type TextVideoAsk, textModel } from './ask.ts';
import { Delivery } from './delivery.ts';
import type { JobFrame, JobIn, VideoJob } from './job.ts';
import { JobLedger, type JobShelf } from './ledger.ts';
import { Poller } from './poller.ts';
import { RateGate } from './rate-gate.ts';
import { Search } from './search.ts';
import { Submitter } from './submitter.ts';

export interface StudioSettings {
  readonly region: Region;
  readonly dataDir: string;
  readonly pollIntervalMs: number;
  readonly pollsPerSecond: number;
  readonly deadlineMs: number;
  readonly createsPerSecond: number;
  readonly tasksAtOnce: number;
  readonly secondsPerPersonPerDay: number;
  readonly secondsPerGuildPerDay: number;
}

export interface StudioParts {
  readonly settings: StudioSettings;
  readonly jobs: JobShelf;
  readonly spent: SpendingShelf;
  readonly client: VideoClient;
  readonly messenger: Messenger;
  readonly clock: Clock;
  readonly log: Logger;
  readonly download: (url: string, path: string, signal: AbortSignal) => Promise<{ bytes: number }>;
  readonly isVideo: (path: string) => Promise<boolean>;
  /** Length in seconds of a usable audio file; rejects with a `Refusal`. */
  readonly audioSeconds: (audio: AudioSource) => Promise<number>;
  readonly random?: () => number;
}

export interface AudioSource {
  readonly url: string;
  /** An attachment on Discord's own servers, as opposed to an address that somebody typed. */
  readonly trusted: boolean;
}

/** Who asks, where, and how they are answered. */
export type Order = Pick<
  JobFrame,
  'id' | 'reference' | 'requester' | 'place' | 'panel' | 'attachmentLimitBytes'
>;

/** Videos, from the ask to the message in the channel: what commands and buttons talk to. */
export class VideoStudio {
  readonly #parts: StudioParts;
  readonly #ledger: JobLedger;
  readonly #spending: Spending;
  readonly #submitter: Submitter;
  readonly #search: Search;
  readonly #poller: Poller;
  readonly #delivery: Delivery;
  readonly #announcer: Announcer;

  constructor(parts: StudioParts) {
    const { settings, clock, log, client, messenger } = parts;
    this.#parts = parts;
    const ledger = new JobLedger({ shelf: parts.jobs, clock, log });
    const gate = new RateGate(clock, settings.pollsPerSecond);
    this.#ledger = ledger;
    this.#spending = new Spending({
      shelf: parts.spent,
      clock,
      limits: {
        perPersonPerDay: settings.secondsPerPersonPerDay,
        perGuildPerDay: settings.secondsPerGuildPerDay,
      },
    });
    const { createsPerSecond, tasksAtOnce, pollIntervalMs: intervalMs, deadlineMs } = settings;
    this.#submitter = new Submitter({ ledger, client, clock, log, createsPerSecond, tasksAtOnce });
    this.#search = new Search({ ledger, client, clock, log, gate });
    const random = parts.random ?? Math.random;
    this.#poller = new Poller({ ledger, client, clock, log, gate, random, intervalMs, deadlineMs });
    const { download, isVideo } = parts;
    const folder = join(settings.dataDir, 'videos');
    this.#delivery = new Delivery({ ledger, messenger, clock, log, folder, download, isVideo });
    this.#announcer = new Announcer({
      ledger,
      messenger,
      clock,
      log,
      spending: this.#spending,
      delivery: this.#delivery,
      submitter: this.#submitter,
    });
  }

  /** Reads what is stored and goes on with it, wherever each job stands. */
  async open(): Promise<void> {
    await this.#ledger.load();
    await this.#delivery.start();
    this.#announcer.start();
    this.#poller.start();
    await this.#search.start();
    this.#submitter.start();
    const open = this.#ledger.open().length;
    if (open > 0) this.#parts.log.info({ open }, 'video jobs resumed');
  }

  /** Stops the rounds; what is open stays written down and is resumed by the next `open`. */
  async close(): Promise<void> {
    await this.#submitter.close();
    await Promise.all([
      this.#search.close(),
      this.#poller.close(),
      this.#delivery.close(),
      this.#announcer.close(),
    ]);
  }

  /**
   * Accepts a job: checked, within the allowance, written down. Everything later happens by itself.
   * @throws Refusal with the reason when it is not accepted; then nothing was spent
   */
  async accept(order: Order, ask: TextVideoAsk, audio?: AudioSource): Promise<VideoJob> {
    const { clock } = this.#parts;
    const checked = checkTextAsk(ask);
    this.#assertServed(checked.request);
    const acceptedAt = clock.now();
    const seconds = audio && (await this.#parts.audioSeconds(audio));
    const job: JobIn<'accepted'> = {
      ...order,
      request: {
        ...checked.request,
        // Chosen here when nobody chose, so that the result can say it.
        seed: checked.request.seed ?? randomInt(textModel.seed.min, textModel.seed.max + 1),
        ...(audio ? { audioUrl: audio.url } : {}),
      },
      audioTrusted: audio?.trusted ?? false,
      notices: [
        ...checked.notices,
        ...(seconds === undefined ? [] : audioNotices(seconds, checked.request.durationSeconds)),
      ],
      acceptedAt,
      state: 'accepted',
      notBefore: acceptedAt,
    };
    await this.#reserve(job);
    await this.#ledger.accept(job);
    return job;
  }

  async find(id: string): Promise<VideoJob> {
    const job = await this.#ledger.find(id);
    if (!job) throw new Refusal({ code: 'job-gone' });
    return job;
  }

  /** Cancels what has not begun. @throws Refusal `too-late` */
  async cancel(id: string): Promise<VideoJob> {
    const job = await this.find(id);
    if (job.state !== 'accepted' && job.state !== 'pending') throw new Refusal({ code: 'too-late' });
    if (job.state === 'pending' && (await this.#parts.client.cancel(job.taskId)) === 'too-late') {
      throw new Refusal({ code: 'too-late' });
    }
    const after = await this.#ledger.apply(id, { type: 'canceled' });
    if (after?.state !== 'canceled') throw new Refusal({ code: 'too-late' });
    return after;
  }

  /** The person's decision on a creation whose answer was lost: make it anew, knowing that both may bill. */
  async resubmit(id: string): Promise<VideoJob> {
    return await this.#decide(id, 'resubmitted');
  }

  async giveUp(id: string): Promise<VideoJob> {
    return await this.#decide(id, 'given-up');
  }

  /** Removes a delivered message from its channel; what is gone already counts as removed. */
  async remove(id: string): Promise<void> {
    const job = await this.find(id);
    if (job.state !== 'delivered') throw new Refusal({ code: 'job-gone' });
    try {
      await this.#parts.messenger.remove(job.channelId, job.messageId);
    } catch (error) {
      if (!(error instanceof MessageError) || error.reason !== 'closed') throw error;
    }
  }

  async #decide(id: string, type: 'resubmitted' | 'given-up'): Promise<VideoJob> {
    const before = await this.find(id);
    if (before.state !== 'undecided') throw new Refusal({ code: 'control-expired' });
    return (await this.#ledger.apply(id, { type })) ?? before;
  }

  #assertServed(request: VideoRequest): void {
    const { region } = this.#parts.settings;
    assertServed(region, videoModels[request.model].kind);
  }

  async #reserve(job: JobIn<'accepted'>): Promise<void> {
    const { guildId } = job.place;
    const entry = { guildId, userId: job.requester.userId, id: job.id, at: job.acceptedAt };
    const exceeded = await this.#spending.reserve(entry, job.request.durationSeconds);
    if (!exceeded) return;
    throw new Refusal({
      code: 'quota-spent',
      scope: exceeded.scope,
      limitSeconds: exceeded.limit,
      leftSeconds: exceeded.left,
      askedSeconds: job.request.durationSeconds,
      resetsAt: exceeded.resetsAt,
    });
  }
}
