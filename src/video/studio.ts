import { join } from 'node:path';
import type { Logger } from 'pino';
import type { Actor } from '../authority/actor.ts';
import { existsFor, mayBring, mayDecide } from '../authority/belonging.ts';
import { moderatorPermissions } from '../authority/moderator.ts';
import { type HeldMoney, Spending } from '../community/spending.ts';
import type { Messenger } from '../discord/messenger.ts';
import type { Order } from '../discord/order.ts';
import type { Clock } from '../operations/clock.ts';
import type { InHand } from '../operations/in-hand.ts';
import { KeyedMutex } from '../operations/mutex.ts';
import type { Paces } from '../operations/paces.ts';
import { RepeatedWrites } from '../operations/repeated-writes.ts';
import type { Slots } from '../operations/slots.ts';
import { TokenBucket } from '../operations/token-bucket.ts';
import { Refusal } from '../refusal/refusal.ts';
import type { AllowanceLeft } from '../refusal/spending.ts';
import type { Region } from '../service/regions.ts';
import type { VideoClient } from '../service/video/client.ts';
import type { ModelFamily } from '../service/video/model.ts';
import type { Collection } from '../storage/collection.ts';
import { type FileStore, FileStoreError } from '../storage/files/file-store.ts';
import { unnamed } from '../storage/record-index.ts';
import { Acceptance, type AcceptanceParts } from './acceptance.ts';
import { Announcer } from './announcer.ts';
import { BringBack } from './bring-back.ts';
import { Decisions } from './decisions.ts';
import { Delivery } from './delivery.ts';
import { type Draft, Drafts } from './drafts.ts';
import { type JobQuery, type JobSummary, listJobs, VideoHistory } from './history.ts';
import {
  belongingOf,
  expectedSeconds,
  holdsSlot,
  reservationsOf,
  spendingUnitOf,
  type VideoJob,
  videoJobSchema,
} from './job.ts';
import { JobLedger, logWithReferences } from './ledger.ts';
import type { VideoAsk } from './options.ts';
import { Packing, type PackingParts } from './packing.ts';
import { Poller } from './poller.ts';
import { type PresetShelf, Presets } from './presets.ts';
import { VideoReports } from './reports.ts';
import { VideoRetention } from './retention.ts';
import { type ReviewParts, Reviews } from './reviews.ts';
import { Search } from './search.ts';
import { type GivenMedia, type MediaInspectors, renewSources } from './sources.ts';
import type { AccountLimits } from './submission-queue.ts';
import { Submitter } from './submitter.ts';
import { VideoFiles } from './video-files.ts';

export interface StudioSettings {
  readonly region: Region;
  readonly dataDir: string;
  readonly pollIntervalMs: number;
  readonly pollsPerSecond: number;
  readonly deadlineMs: number;
  /** The account's limits, for each family of models. */
  readonly limits: Readonly<Record<ModelFamily, AccountLimits>>;
  readonly secondsPerPersonPerDay: number;
  readonly secondsPerGuildPerDay: number;
  readonly secondsPerBotPerDay: number;
  /** How long a file is kept if it couldn't be delivered as it is. */
  readonly keepMs: number;
  /** How long a job is kept after its end. */
  readonly keepJobsMs: number;
}

export interface StudioParts extends Pick<PackingParts, 'download' | 'mayFollow' | 'inspect' | 'shrink'> {
  readonly settings: StudioSettings;
  readonly jobs: Collection<VideoJob>;
  readonly spent: HeldMoney;
  readonly drafts: Collection<Draft>;
  readonly presets: PresetShelf;
  readonly client: VideoClient;
  /** If other processes use the account, too. */
  readonly paces?: Paces | undefined;
  readonly slots?: Slots | undefined;
  readonly messenger: Messenger;
  readonly clock: Clock;
  readonly log: Logger;
  readonly inspectors: MediaInspectors;
  /** Where other processes find files that wait for their delivery. */
  readonly fileStore?: FileStore | undefined;
  readonly page?: AcceptanceParts['page'];
  readonly words?: AcceptanceParts['words'];
  readonly spenderOf?: AcceptanceParts['spenderOf'];
  /** The moderators' channel. Default: none. */
  readonly moderatorsChannelOf?: ReviewParts['channelOf'];
  readonly random?: () => number;
  /** Without it, killed processes aren't counted. */
  readonly inHand?: InHand;
  /** Aborts when the process begins to stop. */
  readonly signal?: AbortSignal;
}

const hourMs = 60 * 60_000;
/** Where nobody decides about it. */
const usualReviewHours = 24;

/** Videos from the request to the message in the channel: what commands and buttons use. */
export class VideoStudio {
  readonly region: Region;
  readonly drafts: Drafts;
  readonly presets: Presets;
  readonly decisions: Decisions;
  readonly bringBack: BringBack;
  readonly reports: VideoReports;
  readonly #parts: StudioParts;
  readonly #ledger: JobLedger;
  readonly #writes: RepeatedWrites;
  readonly #history = new VideoHistory();
  readonly #spending: Spending;
  readonly #acceptance: Acceptance;
  readonly #submitter: Submitter;
  readonly #search: Search;
  readonly #poller: Poller;
  readonly #delivery: Delivery;
  readonly #reviews: Reviews;
  readonly #announcer: Announcer;
  readonly #retention: VideoRetention;
  /** By job: one at a time uses or removes its files. */
  readonly #mutex = new KeyedMutex();

  constructor(parts: StudioParts) {
    const { settings, clock, client, messenger, inHand, signal } = parts;
    const log = logWithReferences(parts.log, (id) => this.#ledger.referenceOf(id));
    this.#parts = parts;
    this.region = settings.region;
    this.drafts = new Drafts(parts.drafts, clock);
    this.presets = new Presets(parts.presets);
    const writes = new RepeatedWrites({ clock, log, signal });
    this.#writes = writes;
    const ledger = new JobLedger({ shelf: parts.jobs, clock, log, writes });
    this.#ledger = ledger;
    ledger.onChange((job) => this.#history.learn(job));
    const { paces } = parts;
    const shared = paces && { name: 'video polls', paces };
    const gate = new TokenBucket({ perSecond: settings.pollsPerSecond, shared }, clock);
    this.#spending = new Spending({
      unit: 'video-seconds',
      also: ['small-video-seconds'],
      spent: parts.spent,
      clock,
      log,
      writes,
      limits: {
        perPersonPerDay: settings.secondsPerPersonPerDay,
        perGuildPerDay: settings.secondsPerGuildPerDay,
        perBotPerDay: settings.secondsPerBotPerDay,
      },
    });
    this.#acceptance = new Acceptance({
      ...parts,
      ledger,
      region: settings.region,
      spending: this.#spending,
    });
    this.#submitter = new Submitter({
      ledger,
      client,
      clock,
      log,
      inHand,
      signal,
      limits: settings.limits,
      paces,
      slots: parts.slots,
      isPaused: async (guildId) => await this.#spending.isPaused(guildId),
      renew: async (job) => await renewSources(job, messenger, clock),
    });
    this.#search = new Search({ ledger, client, clock, log, gate, inHand });
    const { pollIntervalMs: intervalMs, deadlineMs } = settings;
    const random = parts.random ?? Math.random;
    this.#poller = new Poller({ ledger, client, clock, log, gate, inHand, random, intervalMs, deadlineMs });
    const files = new VideoFiles({
      folder: join(settings.dataDir, 'videos'),
      clock,
      log,
      keepMs: settings.keepMs,
      store: parts.fileStore,
    });
    const { download, mayFollow, inspect, shrink } = parts;
    const packing = new Packing({ files, log, download, mayFollow, inspect, shrink });
    const mutex = this.#mutex;
    this.decisions = new Decisions({ ledger, client, mutex, clock, spending: this.#spending });
    this.#delivery = new Delivery({ ledger, messenger, clock, log, inHand, files, packing, mutex });
    this.bringBack = new BringBack({ ledger, messenger, clock, log, files, packing, mutex });
    this.#reviews = new Reviews({
      ...{ ledger, messenger, packing, clock, log, inHand },
      channelOf: parts.moderatorsChannelOf ?? (async () => undefined),
      waitMsOf: async (guildId) => {
        const page = await parts.page?.of(guildId);
        return (page?.reviewHours ?? usualReviewHours) * hourMs;
      },
    });
    this.reports = new VideoReports({
      messenger,
      channelOf: parts.moderatorsChannelOf ?? (async () => undefined),
    });
    this.#announcer = new Announcer({
      ledger,
      messenger,
      clock,
      log,
      inHand,
      files,
      spending: this.#spending,
      delivery: this.#delivery,
      submitter: this.#submitter,
      history: this.#history,
    });
    this.#retention = new VideoRetention({
      ledger,
      jobs: parts.jobs,
      drafts: this.drafts,
      delivery: this.#delivery,
      clock,
      log,
      keepMs: settings.keepJobsMs,
    });
  }

  /** Reads what's stored and continues every job. */
  async open(): Promise<void> {
    await this.#ledger.load((job) => this.#retention.learn(job));
    await this.#history.load(this.#parts.jobs);
    await this.#spending.giveBackUnless(async (id) => await this.#isReserved(id));
    await this.#delivery.start((id) => this.#announcer.show(id));
    this.#reviews.start();
    this.#announcer.start();
    this.#poller.start();
    await this.#search.start();
    this.#submitter.start();
    this.#retention.start();
    const open = this.#ledger.open().length;
    if (open > 0) this.#parts.log.info({ open }, 'video jobs resumed');
  }

  /** Stops working. Open jobs stay stored, and the next `open` continues them. */
  async close(): Promise<void> {
    // Retried writes would hold up everything else.
    void this.#writes.close();
    this.bringBack.close();
    await this.#submitter.close();
    await Promise.all([
      this.#search.close(),
      this.#poller.close(),
      this.#delivery.close(),
      this.#reviews.close(),
      this.#announcer.close(),
      this.#retention.close(),
    ]);
    await this.#writes.close();
  }

  /** How many jobs are under way, by state. */
  get jobsByState(): Readonly<Record<string, number>> {
    const counts: Record<string, number> = {};
    for (const { state } of this.#ledger.open()) counts[state] = (counts[state] ?? 0) + 1;
    return counts;
  }

  /** How many of a server's videos are paid and being made, and how many wait and aren't paid yet. */
  underWayIn(guildId: string): { readonly paid: number; readonly unpaid: number } {
    const states = this.#ledger
      .open()
      .flatMap(({ state, place }) => (place.guildId === guildId ? state : []));
    return {
      paid: states.filter(holdsSlot).length,
      unpaid: states.filter((state) => state === 'accepted' || state === 'held').length,
    };
  }

  /** @throws Refusal like `Acceptance.accept` */
  async accept(order: Order, ask: VideoAsk, given?: GivenMedia): Promise<VideoJob> {
    return await this.#acceptance.accept(order, ask, given);
  }

  /** The tightest allowance they have left for videos like this one; undefined if nothing is limited. */
  async left({ guildId, userId }: Actor, job?: VideoJob): Promise<AllowanceLeft | undefined> {
    return await this.#spending.left(guildId, userId, undefined, job && spendingUnitOf(job.request));
  }

  /** @throws Refusal `job-gone` if it doesn't exist, or they may not know that it does */
  async find(actor: Actor, id: string): Promise<VideoJob> {
    const job = /^\d{15,25}$/.test(id) ? await this.#ledger.find(id) : undefined;
    if (!job || !existsFor(actor, belongingOf(job))) throw new Refusal({ code: 'job-gone' });
    return job;
  }

  /** The same, to decide about it. @throws Refusal `job-gone`, `not-yours` */
  async findToDecide(actor: Actor, id: string): Promise<VideoJob> {
    const job = await this.find(actor, id);
    if (mayDecide(actor, belongingOf(job))) return job;
    throw new Refusal({ code: 'not-yours', anyOf: moderatorPermissions });
  }

  /** One that waits for moderators of this server, wherever it was asked for. @throws Refusal `job-gone` */
  async findToReview({ guildId }: Actor, id: string): Promise<VideoJob> {
    const job = /^\d{15,25}$/.test(id) ? await this.#ledger.find(id) : undefined;
    if (!job || job.place.guildId !== guildId || !job.review) throw new Refusal({ code: 'job-gone' });
    return job;
  }

  /** The same, to post it or its words in a channel. @throws Refusal `job-gone`, `video-not-here`, `video-removed` */
  async findToBring(actor: Actor, id: string, channelId: string): Promise<VideoJob> {
    const job = await this.find(actor, id);
    if (mayBring(actor, belongingOf(job), channelId)) return job;
    const code = job.state === 'removed' ? 'video-removed' : 'video-not-here';
    throw new Refusal({ code, anyOf: moderatorPermissions });
  }

  /** A line for each job that they may know about, newest first. */
  list(actor: Actor, query: JobQuery): AsyncIterable<JobSummary> {
    return listJobs(this.#parts.jobs, actor, query);
  }

  /**
   * Forgets a person's videos: what hasn't begun is cancelled, what's being made is dropped and stays paid, and their files go.
   * Ended jobs go with the rest of the store's records.
   * @throws Refusal `files-away` if some files may still be where others find them
   */
  async forget(userId: string): Promise<void> {
    const { messenger, jobs } = this.#parts;
    const ids = new Set<string>();
    for await (const [id] of jobs.select({ userId })) ids.add(id);
    const open = this.#ledger.open();
    for (const job of open.filter(({ requester }) => requester.userId === userId)) {
      await this.decisions.cancel(job, userId).catch(() => undefined);
      await this.#ledger.drop(job.id);
      const { place, panel } = job;
      if (panel.messageId !== undefined)
        await messenger.remove(place.channelId, panel.messageId).catch(() => undefined);
      for (const { id, at } of reservationsOf(job))
        await this.#spending.settle({ id, at, guildId: place.guildId, userId }, expectedSeconds(job));
    }
    // Kept in memory, so it would come back with the next change.
    for await (const [id] of jobs.select({ about: userId, open: true }))
      await this.#ledger.rewrite(id, (job) => withoutPerson(job, userId));
    await this.#delivery.forgetFilesOf(userId, ids).catch((error: unknown) => {
      if (!(error instanceof FileStoreError)) throw error;
      this.#parts.log.warn({ err: error }, "couldn't remove a forgotten person's videos where files wait");
      throw new Refusal({ code: 'files-away' });
    });
  }

  /** Whether a past or future creation call relies on it. */
  async #isReserved(reservationId: string): Promise<boolean> {
    const [jobId = ''] = reservationId.split('/');
    const job = await this.#ledger.find(jobId);
    return job !== undefined && reservationsOf(job).some(({ id }) => id === reservationId);
  }
}

function withoutPerson(job: VideoJob, userId: string): VideoJob {
  return videoJobSchema.parse(JSON.parse(unnamed(JSON.stringify(job), userId)));
}
