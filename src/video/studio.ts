import type { Actor } from '../authority/actor.ts';
import { existsFor, mayBring, mayDecide } from '../authority/belonging.ts';
import { moderatorPermissions } from '../authority/moderator.ts';
import type { Order } from '../discord/order.ts';
import { Refusal } from '../refusal/refusal.ts';
import type { AllowanceLeft } from '../refusal/spending.ts';
import type { Region } from '../service/regions.ts';
import { FileStoreError } from '../storage/files/file-store.ts';
import { unnamed } from '../storage/record-index.ts';
import { Acceptance } from './acceptance.ts';
import { BringBack } from './bring-back.ts';
import { Decisions } from './decisions.ts';
import { Drafts } from './drafts.ts';
import { type StudioParts, type VideoGround, videoGround } from './ground.ts';
import { type JobQuery, type JobSummary, listJobs } from './history.ts';
import {
  belongingOf,
  expectedSeconds,
  holdsSlot,
  reservationsOf,
  spendingUnitOf,
  type VideoJob,
  videoJobSchema,
} from './job.ts';
import type { VideoAsk } from './options.ts';
import { Presets } from './presets.ts';
import { VideoRetention } from './retention.ts';
import { reportVideo } from './reviews.ts';
import type { GivenMedia } from './sources.ts';
import { VideoWork } from './work.ts';

/** Videos from the request to the message in the channel: what commands and buttons use. */
export class VideoStudio {
  readonly region: Region;
  readonly drafts: Drafts;
  readonly presets: Presets;
  readonly decisions: Decisions;
  readonly bringBack: BringBack;
  readonly #parts: StudioParts;
  readonly #ground: VideoGround;
  readonly #acceptance: Acceptance;
  readonly #work: VideoWork | undefined;
  readonly #retention: VideoRetention;

  constructor(parts: StudioParts) {
    const { settings, clock, client, messenger, mayFollow } = parts;
    const ground = videoGround(parts, parts.hasWorkers ? 'none' : 'open');
    const { ledger, spending, files, packing, mutex, log } = ground;
    this.#parts = parts;
    this.#ground = ground;
    this.region = settings.region;
    this.drafts = new Drafts(parts.drafts, clock);
    this.presets = new Presets(parts.presets);
    this.#acceptance = new Acceptance({ ...parts, ledger, region: settings.region, spending });
    this.#work = parts.hasWorkers ? undefined : new VideoWork(parts, ground);
    this.decisions = new Decisions({ ledger, client, mutex, clock, spending });
    this.bringBack = new BringBack({ ledger, messenger, clock, log, files, packing, mayFollow, mutex });
    this.#retention = new VideoRetention({
      ledger,
      jobs: parts.jobs,
      drafts: this.drafts,
      forgetFiles: async (id) => await this.#forgetFiles(id),
      clock,
      log,
      keepMs: settings.keepJobsMs,
    });
  }

  /** Reads what's stored and continues every job, or leaves that to workers. */
  async open(): Promise<void> {
    const { ledger, spending, files, log } = this.#ground;
    await ledger.load((job) => this.#retention.learn(job));
    await spending.giveBackUnless(async (id) => await this.#isReserved(id));
    await files.open();
    await this.#work?.open(ledger.open());
    this.#retention.start();
    const open = ledger.open().length;
    if (open > 0) log.info({ open }, 'video jobs resumed');
  }

  /** Stops working. Open jobs stay stored, and the next `open` continues them. */
  async close(): Promise<void> {
    // Retried writes would hold up everything else.
    void this.#ground.writes.close();
    this.bringBack.close();
    await Promise.all([this.#work?.close(), this.#retention.close()]);
    await this.#ground.writes.close();
  }

  /** How many jobs are under way, by state. */
  get jobsByState(): Readonly<Record<string, number>> {
    return this.#ground.ledger.countByState();
  }

  /** How many of a server's videos are paid and being made, and how many wait and aren't paid yet. */
  async underWayIn(guildId: string): Promise<{ readonly paid: number; readonly unpaid: number }> {
    const states = (await this.#ground.ledger.openOf({ guildId })).map(({ state }) => state);
    return {
      paid: states.filter(holdsSlot).length,
      unpaid: states.filter((state) => state === 'accepted' || state === 'held').length,
    };
  }

  /** @throws Refusal like `Acceptance.accept` */
  async accept(order: Order, ask: VideoAsk, given?: GivenMedia): Promise<VideoJob> {
    return await this.#acceptance.accept(order, ask, given);
  }

  /** @throws Refusal `reports-nowhere` */
  async report(job: VideoJob, userId: string, reason: string): Promise<void> {
    const { messenger, moderatorsChannelOf: channelOf = async () => undefined } = this.#parts;
    await reportVideo({ messenger, channelOf }, job, userId, reason);
  }

  /** The tightest allowance they have left for videos like this one; undefined if nothing is limited. */
  async left({ guildId, userId }: Actor, job?: VideoJob): Promise<AllowanceLeft | undefined> {
    return await this.#ground.spending.left(guildId, userId, undefined, job && spendingUnitOf(job.request));
  }

  /** @throws Refusal `job-gone` if it doesn't exist, or they may not know that it does */
  async find(actor: Actor, id: string): Promise<VideoJob> {
    const job = /^\d{15,25}$/.test(id) ? await this.#ground.ledger.find(id) : undefined;
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
    const job = /^\d{15,25}$/.test(id) ? await this.#ground.ledger.find(id) : undefined;
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
    const { ledger, spending } = this.#ground;
    const ids = new Set<string>();
    for await (const [id] of jobs.select({ userId })) ids.add(id);
    for (const job of await ledger.openOf({ userId })) {
      const left = (await this.decisions.cancel(job, userId).catch(() => undefined)) ?? job;
      const { place, panel } = job;
      // While the job is there: without it, the next process would give back what's left open. One that was cancelled cost nothing by now.
      for (const { id, at } of reservationsOf(left))
        await spending.settle({ id, at, guildId: place.guildId, userId }, expectedSeconds(job));
      await ledger.drop(job.id);
      if (panel.messageId !== undefined)
        await messenger.remove(place.channelId, panel.messageId).catch(() => undefined);
    }
    // Kept in memory, so it would come back with the next change.
    for await (const [id] of jobs.select({ about: userId, open: true }))
      await ledger.rewrite(id, (job) => withoutPerson(job, userId));
    await this.#forgetFilesOf(userId, ids).catch((error: unknown) => {
      if (!(error instanceof FileStoreError)) throw error;
      this.#parts.log.warn({ err: error }, "couldn't remove a forgotten person's videos where files wait");
      throw new Refusal({ code: 'files-away' });
    });
  }

  /**
   * Removes the files of all jobs that this person asked for, here and where other processes find them.
   * @param jobIds all of their jobs
   * @throws FileStoreError if some may still be there
   */
  async #forgetFilesOf(userId: string, jobIds: ReadonlySet<string>): Promise<void> {
    const { files, ledger, mutex } = this.#ground;
    for (const id of await files.ids()) {
      const job = await ledger.find(id);
      if (!job || job.requester.userId === userId) await this.#forgetFiles(id);
    }
    for (const id of await files.inStore(jobIds))
      await mutex.runExclusive(id, async () => await files.erase(id));
  }

  async #forgetFiles(id: string): Promise<void> {
    const { files, mutex } = this.#ground;
    await mutex.runExclusive(id, async () => await files.forget(id));
  }

  /** Whether a past or future creation call relies on it. */
  async #isReserved(reservationId: string): Promise<boolean> {
    const [jobId = ''] = reservationId.split('/');
    const job = await this.#ground.ledger.find(jobId);
    return job !== undefined && reservationsOf(job).some(({ id }) => id === reservationId);
  }
}

function withoutPerson(job: VideoJob, userId: string): VideoJob {
  return videoJobSchema.parse(JSON.parse(unnamed(JSON.stringify(job), userId)));
}
