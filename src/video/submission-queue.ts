import type { Logger } from 'pino';
import { BoundedMap } from '../operations/bounded-map.ts';
import { Alarm, type Clock } from '../operations/clock.ts';
import type { Paces } from '../operations/paces.ts';
import type { Slots } from '../operations/slots.ts';
import { TokenBucket } from '../operations/token-bucket.ts';
import { FairJobQueue, type Waiting } from './fair-job-queue.ts';
import { holdsSlot, type VideoJob } from './job.ts';
import { SharedSlots } from './shared-slots.ts';

export interface AccountLimits {
  readonly createsPerSecond: number;
  readonly tasksAtOnce: number;
}

export interface SubmissionQueueParts {
  readonly name: string;
  readonly clock: Clock;
  readonly log: Logger;
  readonly limits: AccountLimits;
  /** If other processes submit, too. */
  readonly paces?: Paces | undefined;
  readonly slots?: Slots | undefined;
  /** When to look again at a job that has to wait; undefined if it needn't. */
  readonly heldUntil?: (id: string) => Promise<number | undefined>;
  /** Resolves to when it may be tried again, if it has to wait after all. */
  readonly submit: (id: string, signal: AbortSignal) => Promise<number | undefined>;
}

/**
 * Exactly at the limit, a call that arrives a millisecond faster than the one before is refused, and its job has to
 * wait. Staying slightly below makes more videos.
 */
const rateShare = 0.97;
/** How long a job waits after an error of ours before its next try. */
const pauseMs = 30_000;
/** How soon to ask again where other processes have all slots: theirs are free at any moment. */
const askAgainMs = 1_000;
/** How many people's last turns are remembered: more than ever wait at once. */
const mostRemembered = 10_000;

/** A line of jobs for one pair of account limits: members take turns, within the concurrency and rate limits. */
export class SubmissionQueue {
  readonly #parts: SubmissionQueueParts;
  readonly #gate: TokenBucket;
  readonly #alarm: Alarm;
  readonly #stop = new AbortController();
  readonly #line = new FairJobQueue<WaitingJob>();
  /** Jobs that have or may have a task at the service, with their owners. */
  readonly #holders = new Map<string, string>();
  /** The same, counted by person. */
  readonly #held = new Map<string, number>();
  readonly #starting = new Map<string, Promise<void>>();
  /** Jobs that return to the line if their call fails. */
  readonly #mayReturn = new Map<string, WaitingJob>();
  readonly #pausedUntil = new Map<string, number>();
  readonly #lastServed = new BoundedMap<string, number>(mostRemembered);
  /** Of the servers of jobs that wait or hold a slot. */
  readonly #guildOf = new Map<string, string>();
  readonly #shared: SharedSlots | undefined;
  /** Other processes have all slots. */
  #fullUntil = 0;
  #turn = 0;
  #loop: Promise<void> = Promise.resolve();

  constructor(parts: SubmissionQueueParts) {
    this.#parts = parts;
    const { name, limits, paces, slots, clock, log } = parts;
    const shared = paces && { name, paces };
    this.#gate = new TokenBucket({ perSecond: limits.createsPerSecond * rateShare, shared }, clock);
    this.#alarm = new Alarm(parts.clock);
    const most = limits.tasksAtOnce;
    const holders = () =>
      [...this.#holders.keys()].map((id) => ({ id, guildId: this.#guildOf.get(id) ?? '0' }));
    this.#shared = slots && new SharedSlots({ name, slots, most, clock, log, holders });
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
    const { userId } = requester;
    const holds = holdsSlot(job.state);
    if (holds || job.state === 'accepted') this.#guildOf.set(id, place.guildId);
    else this.#guildOf.delete(id);
    if (job.state === 'accepted') this.#wait({ id, userId, acceptedAt, notBefore: job.notBefore });
    else {
      this.#line.delete(id);
      this.#mayReturn.delete(id);
      this.#pausedUntil.delete(id);
    }
    if (holds) this.#shared?.noteHeld(id);
    else if (this.#holders.has(id)) {
      this.#shared?.free(id);
      this.#fullUntil = 0;
    }
    this.#hold(id, holds ? userId : undefined);
    this.#alarm.ring();
  }

  /** Another process has this job now, with its slot. */
  letGo(id: string): void {
    this.#guildOf.delete(id);
    this.#line.delete(id);
    this.#mayReturn.delete(id);
    this.#pausedUntil.delete(id);
    this.#hold(id, undefined);
    this.#alarm.ring();
  }

  /** Stops starting jobs, and waits for running calls. */
  async close(): Promise<void> {
    this.#stop.abort();
    await this.#loop;
    await Promise.allSettled(this.#starting.values());
    await this.#shared?.close();
  }

  /** The next jobs to be served, first one first. */
  head(count: number): string[] {
    const ids: string[] = [];
    for (const { id } of this.#line.inOrder({ held: this.#held, lastServed: this.#lastServed })) {
      if (ids.length >= count) break;
      ids.push(id);
    }
    return ids;
  }

  /** How many jobs are ahead of this one; 0 if it isn't waiting. */
  ahead(id: string): number {
    return this.#line.ahead(id, { held: this.#held, lastServed: this.#lastServed });
  }

  async #run(): Promise<void> {
    for (;;) {
      const wakeAt = this.#startDue();
      await this.#alarm.wait(wakeAt, this.#stop.signal);
    }
  }

  /** Starts what may be started. Returns when the next one may, if it only has to wait. */
  #startDue(): number | undefined {
    let room = this.#room();
    const now = this.#parts.clock.now();
    if (now < this.#fullUntil) return this.#fullUntil;
    const due: WaitingJob[] = [];
    let later: number | undefined;
    for (const job of room < 1
      ? []
      : this.#line.inOrder({ held: this.#held, lastServed: this.#lastServed })) {
      if (room < 1) break;
      const readyAt = this.#readyAt(job);
      if (readyAt > now) later = Math.min(later ?? readyAt, readyAt);
      else {
        room -= 1;
        due.push(job);
      }
    }
    for (const job of due) {
      this.#line.delete(job.id);
      this.#mayReturn.set(job.id, job);
      const before = this.#lastServed.get(job.userId) ?? 0;
      this.#turn += 1;
      this.#lastServed.set(job.userId, this.#turn);
      this.#starting.set(job.id, this.#begin(job, before));
    }
    return room < 1 ? undefined : later;
  }

  #room(): number {
    const began = [...this.#starting.keys()].filter((id) => !this.#holders.has(id));
    return this.#parts.limits.tasksAtOnce - this.#holders.size - began.length;
  }

  /** @param servedBefore when its person was last served, in case it has to wait for others */
  async #begin({ id, userId }: WaitingJob, servedBefore: number): Promise<void> {
    const { clock, log, name, submit } = this.#parts;
    const { signal } = this.#stop;
    let isTaken = false;
    try {
      const until = await this.#parts.heldUntil?.(id);
      if (until !== undefined) {
        this.#pausedUntil.set(id, until);
        return;
      }
      if (this.#shared) {
        isTaken = await this.#shared.take({ id, guildId: this.#guildOf.get(id) ?? '0' });
        if (!isTaken) {
          this.#fullUntil = clock.now() + askAgainMs;
          this.#lastServed.set(userId, servedBefore);
          return;
        }
      }
      await this.#gate.take(signal);
      const heldUntil = await submit(id, signal);
      if (heldUntil === undefined) this.#pausedUntil.delete(id);
      else this.#pausedUntil.set(id, heldUntil);
    } catch (error) {
      if (!signal.aborted) {
        log.error({ err: error, queue: name, job: id }, 'a submission failed, retrying');
        this.#pausedUntil.set(id, clock.now() + pauseMs);
      }
    } finally {
      this.#starting.delete(id);
      if (isTaken && !this.#holders.has(id)) this.#shared?.free(id);
      const back = this.#mayReturn.get(id);
      this.#mayReturn.delete(id);
      if (back) this.#line.set(back);
      this.#alarm.ring();
    }
  }

  #wait(job: WaitingJob): void {
    if (this.#starting.has(job.id)) this.#mayReturn.set(job.id, job);
    else this.#line.set(job);
  }

  #readyAt(job: WaitingJob): number {
    return Math.max(job.notBefore, this.#pausedUntil.get(job.id) ?? 0);
  }

  #hold(id: string, userId: string | undefined): void {
    const before = this.#holders.get(id);
    if (before === userId) return;
    if (before !== undefined) {
      const left = (this.#held.get(before) ?? 1) - 1;
      if (left > 0) this.#held.set(before, left);
      else this.#held.delete(before);
    }
    if (userId === undefined) this.#holders.delete(id);
    else {
      this.#holders.set(id, userId);
      this.#held.set(userId, (this.#held.get(userId) ?? 0) + 1);
    }
  }
}

type WaitingJob = Waiting & { readonly notBefore: number };
