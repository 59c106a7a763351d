import type { Logger } from 'pino';
import { Alarm, type Clock } from '../operations/clock.ts';
import type { Paces } from '../operations/paces.ts';
import { TokenBucket } from '../operations/rate-limits.ts';
import type { SharedLine } from '../operations/shared-line.ts';
import { holdsSlot, type VideoJob } from './job.ts';
import { SharedTurns, type WaitingIn } from './shared-turns.ts';
import { Turns } from './turns.ts';

export interface AccountLimits {
  readonly createsPerSecond: number;
  readonly tasksAtOnce: number;
}

/**
 * Exactly at the limit, a call that arrives a millisecond faster than the one before is refused, and its job has to
 * wait. Staying slightly below makes more videos.
 */
const rateShare = 0.97;
/** How long a job waits after an error of ours before its next try. */
const pauseMs = 30_000;
/** Panels near the head of the line show their place. */
const lineShown = 5;

/** A line of jobs for one pair of account limits: members take turns, within the concurrency and rate limits. */
export class SubmissionQueue {
  readonly #parts;
  readonly #gate: TokenBucket;
  readonly #alarm: Alarm;
  readonly #stop = new AbortController();
  readonly #own = new Map<string, OwnJob>();
  readonly #starting = new Map<string, Promise<void>>();
  /** Until when. */
  readonly #putOff = new Map<string, number>();
  /** Whose turn it is if this process is the only one. */
  readonly #turns: Turns;
  readonly #shared: SharedTurns | undefined;
  #headShown = '';
  #loop: Promise<void> = Promise.resolve();

  constructor(parts: {
    readonly name: string;
    readonly clock: Clock;
    readonly log: Logger;
    readonly limits: AccountLimits;
    /** If other processes submit, too. */
    readonly paces?: Paces | undefined;
    readonly line?: SharedLine | undefined;
    /** Panels of the head of the line show another place by now, because of what others did. */
    readonly onMove?: (() => void) | undefined;
    /**
     * Waits for a turn right before its call, and is told when that was due. Resolves to when its server may be tried again, if all
     * of that has to wait.
     */
    readonly submit: (
      id: string,
      signal: AbortSignal,
      takeTurn: () => Promise<number>,
    ) => Promise<number | undefined>;
  }) {
    this.#parts = parts;
    const { name, limits, paces, line, clock, log } = parts;
    const shared = paces && { name, paces };
    this.#gate = new TokenBucket({ perSecond: limits.createsPerSecond * rateShare, shared }, clock);
    this.#alarm = new Alarm(parts.clock);
    const most = limits.tasksAtOnce;
    this.#turns = new Turns(most);
    this.#shared = line && new SharedTurns({ name, line, most, clock, log, onMove: () => this.#noteMove() });
  }

  start(): void {
    this.#shared?.start();
    this.#loop = this.#run().catch((error: unknown) => {
      if (!this.#stop.signal.aborted)
        this.#parts.log.error({ err: error, queue: this.#parts.name }, 'a queue of videos ended');
    });
  }

  /** Call it for every open job of this queue, and for every change. */
  learn(job: VideoJob): void {
    const { id, requester, acceptedAt, place } = job;
    const known = { id, acceptedAt, guildId: place.guildId, userId: requester.userId };
    if (job.state === 'accepted') {
      this.#own.set(id, { ...known, notBefore: job.notBefore });
      // It has its place until its call is over.
      if (!this.#starting.has(id)) this.#wait(id);
    } else if (holdsSlot(job.state)) {
      this.#own.set(id, { ...known, notBefore: undefined });
      this.#putOff.delete(id);
      this.#line.set(known, 'placed');
    } else this.#end(id);
    this.#alarm.ring();
  }

  /** The same for one that another process worked on, which may not have said that it's over. */
  resume(job: VideoJob): void {
    this.learn(job);
    const { id, acceptedAt, place } = job;
    if (!this.#own.has(id)) this.#shared?.delete({ id, acceptedAt, guildId: place.guildId });
  }

  /** Another process has this job now, with its place. */
  letGo(id: string): void {
    this.#own.delete(id);
    this.#putOff.delete(id);
    if (this.#shared) this.#shared.letGo(id);
    else this.#turns.delete({ id });
    this.#alarm.ring();
  }

  /** Stops starting jobs, and waits for running calls. */
  async close(): Promise<void> {
    this.#stop.abort();
    await this.#loop;
    await Promise.allSettled(this.#starting.values());
    await this.#shared?.close();
  }

  /** This process's jobs among the next ones to be served. */
  head(): string[] {
    return this.#seen.head(lineShown).filter((id) => this.#own.has(id));
  }

  /** How many jobs of all processes are ahead of this one; 0 if it isn't waiting. */
  async ahead(id: string): Promise<number> {
    if (this.#own.get(id)?.notBefore !== undefined) await this.#shared?.said();
    return this.#seen.ahead(id);
  }

  get #seen(): Turns {
    return this.#shared?.turns ?? this.#turns;
  }

  get #line(): Pick<SharedTurns, 'set' | 'delete'> {
    return this.#shared ?? this.#turns;
  }

  async #run(): Promise<void> {
    for (;;) {
      const wakeAt = this.#readyThoseDue();
      if (!this.#shared) this.#turns.call();
      for (const id of this.#seen.placed()) {
        const job = this.#own.get(id);
        if (job?.notBefore === undefined || this.#starting.has(id) || this.#putOff.has(id)) continue;
        this.#starting.set(id, this.#begin(job));
      }
      await this.#alarm.wait(wakeAt, this.#stop.signal);
    }
  }

  /** Returns when the next one is, if it only has to wait. */
  #readyThoseDue(): number | undefined {
    const now = this.#parts.clock.now();
    let later: number | undefined;
    for (const [id, readyAt] of this.#putOff)
      if (readyAt <= now) this.#wait(id);
      else later = Math.min(later ?? readyAt, readyAt);
    return later;
  }

  async #begin({ id, guildId }: OwnJob): Promise<void> {
    const { clock, log, name, submit } = this.#parts;
    const { signal } = this.#stop;
    let until: number | undefined;
    try {
      until = await submit(id, signal, async () => await this.#gate.take(signal));
      if (until !== undefined) this.#putOffServer(guildId, until);
    } catch (error) {
      until = clock.now() + pauseMs;
      if (!signal.aborted) log.error({ err: error, queue: name, job: id }, 'a submission failed, retrying');
    } finally {
      this.#starting.delete(id);
      if (this.#own.get(id)?.notBefore !== undefined) this.#wait(id, until);
      this.#alarm.ring();
    }
  }

  /** What's paused there would only be called one by one. */
  #putOffServer(guildId: string, until: number): void {
    for (const job of this.#own.values())
      if (job.guildId === guildId && job.notBefore !== undefined && !this.#starting.has(job.id))
        this.#wait(job.id, until);
  }

  /** @param until if that's later than when it may be sent at all, or than what was said before */
  #wait(id: string, until = this.#putOff.get(id) ?? 0): void {
    const job = this.#own.get(id);
    if (job?.notBefore === undefined) return;
    const readyAt = Math.max(job.notBefore, until);
    const isReady = readyAt <= this.#parts.clock.now();
    if (isReady) this.#putOff.delete(id);
    else this.#putOff.set(id, readyAt);
    this.#line.set(job, isReady ? 'ready' : 'put-off');
  }

  #end(id: string): void {
    const job = this.#own.get(id);
    this.#own.delete(id);
    this.#putOff.delete(id);
    if (job) this.#line.delete(job);
  }

  /** Tells only of what's shown. */
  #noteMove(): void {
    this.#alarm.ring();
    const shown = this.head().join();
    if (shown !== this.#headShown) this.#parts.onMove?.();
    this.#headShown = shown;
  }
}

interface OwnJob extends WaitingIn {
  /** Undefined: its task is made. */
  readonly notBefore: number | undefined;
}
