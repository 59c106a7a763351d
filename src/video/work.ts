import { TokenBucket } from '../operations/rate-limits.ts';
import { Announcer } from './announcer.ts';
import { Delivery } from './delivery.ts';
import type { StudioParts, VideoGround } from './ground.ts';
import { VideoHistory } from './history.ts';
import type { VideoJob } from './job.ts';
import { Poller } from './poller.ts';
import { Reviews } from './reviews.ts';
import { Search } from './search.ts';
import { renewSources } from './sources.ts';
import { Submitter } from './submitter.ts';

const hourMs = 60 * 60_000;
/** Where nobody decides about it. */
const usualReviewHours = 24;

/**
 * Whatever is done with a video after it was accepted: created, looked for, polled, reviewed, delivered, and told at every step. It needs
 * no gateway.
 */
export class VideoWork {
  readonly #parts: StudioParts;
  readonly #ground: VideoGround;
  readonly #history = new VideoHistory();
  readonly #submitter: Submitter;
  readonly #search: Search;
  readonly #poller: Poller;
  readonly #delivery: Delivery;
  readonly #reviews: Reviews;
  readonly #announcer: Announcer;

  /** @param isSurelyOurs if other processes may get a job of this one's */
  constructor(parts: StudioParts, ground: VideoGround, isSurelyOurs?: (id: string) => boolean) {
    const { settings, clock, client, messenger, pace, inHand, signal, paces, mayFollow } = parts;
    const { log, ledger, spending, files, packing, mutex } = ground;
    this.#parts = parts;
    this.#ground = ground;
    ledger.onChange((job) => this.#history.learn(job));
    const shared = paces && { name: 'video polls', paces };
    const gate = new TokenBucket({ perSecond: settings.pollsPerSecond, shared }, clock);
    this.#submitter = new Submitter({
      ledger,
      client,
      clock,
      log,
      inHand,
      signal,
      limits: settings.limits,
      paces,
      line: parts.line,
      isSurelyOurs,
      isPaused: async (guildId) => await spending.isPaused(guildId),
      renew: async (job) =>
        job.attachments.length > 0 ? await renewSources(job, messenger, clock) : job.request,
    });
    this.#search = new Search({ ledger, client, clock, log, gate, inHand, leases: parts.leases });
    const { pollIntervalMs: intervalMs, deadlineMs } = settings;
    const random = parts.random ?? Math.random;
    this.#poller = new Poller({ ledger, client, clock, log, gate, inHand, random, intervalMs, deadlineMs });
    this.#delivery = new Delivery({
      ...{ ledger, messenger, clock, log, inHand, files, packing, mayFollow, mutex },
    });
    this.#reviews = new Reviews({
      ...{ ledger, messenger, packing, mayFollow, clock, log, inHand },
      channelOf: parts.moderatorsChannelOf ?? (async () => undefined),
      waitMsOf: async (guildId) => {
        const page = await parts.page?.of(guildId);
        return (page?.reviewHours ?? usualReviewHours) * hourMs;
      },
    });
    this.#announcer = new Announcer({
      ...{ ledger, messenger, pace, clock, log, inHand, files, spending, mayFollow },
      delivery: this.#delivery,
      submitter: this.#submitter,
      history: this.#history,
    });
  }

  /** Begins to work, on jobs of before as well. */
  async open(jobs: readonly VideoJob[]): Promise<void> {
    await this.#history.load(this.#parts.jobs);
    for (const job of jobs) await this.resume(job);
    await this.#delivery.start((id) => this.#announcer.show(id));
    this.#reviews.start();
    this.#announcer.start();
    this.#poller.start();
    this.#search.start();
    this.#submitter.start();
  }

  /** Goes on with what another process, or this one's predecessor, did last. */
  async resume(job: VideoJob): Promise<void> {
    for (const part of [this.#delivery, this.#reviews, this.#announcer, this.#poller, this.#submitter])
      part.resume(job);
    await this.#search.resume(job);
  }

  /** Begins nothing new. Open jobs stay stored, and the next process goes on with them where they are. */
  async close(): Promise<void> {
    // Retried writes would hold up everything else.
    void this.#ground.writes.close();
    await this.#submitter.close();
    const parts = [this.#search, this.#poller, this.#delivery, this.#reviews, this.#announcer];
    await Promise.all(parts.map(async (part) => await part.close()));
  }
}
