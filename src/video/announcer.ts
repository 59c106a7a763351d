import type { Logger } from 'pino';
import type { Spending } from '../community/spending.ts';
import type { ChannelPace } from '../discord/channel-pace.ts';
import type { Messenger } from '../discord/messenger.ts';
import { type Clock, withTimeout } from '../operations/clock.ts';
import type { InHand } from '../operations/in-hand.ts';
import { Rounds } from '../operations/rounds.ts';
import type { Delivery } from './delivery.ts';
import { Endings } from './endings.ts';
import type { VideoHistory } from './history.ts';
import { isOpen, type VideoJob } from './job.ts';
import type { JobLedger } from './ledger.ts';
import type { MayFollow } from './packing.ts';
import { betweenRedrawsMs, Panels } from './panels.ts';
import type { Submitter } from './submitter.ts';
import type { VideoFiles } from './video-files.ts';

/**
 * Keeps the panels up to date and makes sure that requesters hear of every end: an end is only settled after they were
 * told and the panel is right, even if the process was killed in between.
 */
export class Announcer {
  readonly #parts;
  readonly #panels: Panels;
  readonly #endings: Endings;
  readonly #rounds: Rounds;
  /** The panels of the whole line, redrawn together. */
  readonly #lineRounds: Rounds;
  #lineDrawnAt = 0;
  readonly #attempts = new Map<string, number>();
  /**
   * Jobs whose panel couldn't be drawn last time, which is already logged: while Discord is down, it fails every few
   * seconds.
   */
  readonly #undrawn = new Set<string>();

  constructor(parts: {
    readonly ledger: JobLedger;
    readonly messenger: Messenger;
    readonly pace: Pick<ChannelPace, 'takeTurn'>;
    readonly spending: Spending;
    readonly delivery: Delivery;
    readonly mayFollow: MayFollow;
    readonly submitter: Submitter;
    readonly files: VideoFiles;
    readonly history: VideoHistory;
    readonly clock: Clock;
    readonly log: Logger;
    readonly inHand?: InHand | undefined;
  }) {
    this.#parts = parts;
    this.#panels = new Panels(parts);
    this.#endings = new Endings({ ...parts, panels: this.#panels });
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
      // People with fewer videos in the line are served first, which changes others' places, and they want to know.
      if (before === undefined) this.#redrawLine();
    });
    parts.submitter.onMove(() => this.#redrawLine());
    parts.spending.onPause((guildId) => {
      for (const { id, state, place } of parts.ledger.open())
        if (state === 'accepted' && (guildId ?? place.guildId) === place.guildId)
          this.#rounds.schedule(id, 0);
    });
  }

  /** A job that another process worked on. */
  resume(job: VideoJob): void {
    if ('settled' in job) this.#rounds.schedule(job.id, 0);
  }

  start(): void {
    this.#rounds.start();
    this.#lineRounds.start();
  }

  /** Panels that wait for their turn show at once where they stand, unless Discord takes too long for that. */
  async close(): Promise<void> {
    const finished = this.#finish().catch(() => undefined);
    await withTimeout(finished, panelsEndWithinMs, this.#parts.clock);
  }

  /** Redraws a panel soon, but not for every step of something that's still going on. */
  show(id: string): void {
    if (!this.#rounds.isScheduled(id)) this.#rounds.schedule(id, this.#panels.nextAt(id));
  }

  async #finish(): Promise<void> {
    await Promise.all([this.#rounds.close(), this.#lineRounds.close()]);
    await Promise.all(this.#panels.waiting.map(async (id) => await this.#drawNow(id)));
  }

  async #drawNow(id: string): Promise<void> {
    const job = await this.#parts.ledger.find(id);
    if (job && isOpen(job) && !('settled' in job)) await this.#redraw(job);
  }

  #redrawLine(): void {
    this.#lineRounds.schedule('line', this.#lineDrawnAt + betweenRedrawsMs);
  }

  /** When the line moves, panels near its head are redrawn; a long line isn't redrawn at every step. */
  #refreshLine(): void {
    const now = this.#parts.clock.now();
    this.#lineDrawnAt = now;
    for (const id of this.#parts.submitter.head()) this.#rounds.schedule(id, now);
  }

  async #announce(id: string): Promise<number | undefined> {
    const job = await this.#parts.ledger.find(id);
    if (!job || !isOpen(job)) return undefined;
    if ('settled' in job) this.#undrawn.delete(id);
    if (!('settled' in job)) return await this.#redrawInTurn(job);
    const failed = this.#attempts.get(id) ?? 0;
    try {
      await this.#endings.settle(job, failed);
      this.#attempts.delete(id);
      this.#panels.forget(id);
      return undefined;
    } catch (error) {
      const attempts = failed + 1;
      this.#attempts.set(id, attempts);
      this.#note(job, error, "couldn't announce the end of a video; trying again");
      return this.#parts.clock.now() + Math.min(2_000 * 2 ** attempts, longestWaitMs);
    }
  }

  /** What changes until its turn comes is one edit. */
  async #redrawInTurn(job: VideoJob): Promise<number | undefined> {
    const atMs = this.#panels.turnAt(job);
    return atMs > this.#parts.clock.now() ? atMs : await this.#redraw(job);
  }

  /**
   * A panel that failed to update shows the next change. One that was never shown is out of reach once its token
   * expires.
   */
  async #redraw(job: VideoJob): Promise<number | undefined> {
    try {
      await this.#panels.show(job);
      this.#undrawn.delete(job.id);
    } catch (error) {
      if (!this.#undrawn.has(job.id)) this.#note(job, error, "couldn't update a panel");
      this.#undrawn.add(job.id);
      const { messageId, tokenExpiresAt } = job.panel;
      const next = this.#parts.clock.now() + betweenFirstDrawsMs;
      if (messageId === undefined && next < tokenExpiresAt) return next;
    }
    return undefined;
  }

  /** Only logs an end that couldn't be told. */
  async #leaveUntold(id: string): Promise<void> {
    const job = await this.#parts.ledger.find(id);
    if (job && 'settled' in job) await this.#parts.ledger.apply(id, { type: 'settled', of: job.state });
  }

  #note(job: VideoJob, error: unknown, message: string): void {
    this.#parts.log.warn({ err: error, job: job.id, reference: job.reference }, message);
  }
}

/** Discord may let the last edits wait for seconds; a stop doesn't. */
const panelsEndWithinMs = 1_000;
const betweenFirstDrawsMs = 10_000;
const longestWaitMs = 10 * 60_000;
