import { isDeepStrictEqual } from 'node:util';
import type { Logger } from 'pino';
import { breath, type Clock, stepsBetweenBreaths } from '../operations/clock.ts';
import { KeyedMutex } from '../operations/mutex.ts';
import type { RepeatedWrites } from '../operations/repeated-writes.ts';
import type { ReservationAsk, Settling, WorkWrite } from '../storage/atomic/atomic.ts';
import type { Collection } from '../storage/collection.ts';
import { StoreError } from '../storage/store-error.ts';
import {
  expectedSeconds,
  isOpen,
  type JobIn,
  type JobState,
  lastReservationOf,
  paidIn,
  secondsSpent,
  submittingAlias,
  type VideoJob,
} from './job.ts';
import { type JobEvent, transition } from './transition.ts';

export type JobListener = (job: VideoJob, before: VideoJob | undefined) => void;

/**
 * Which jobs a process has in memory: all open ones that it may see, those that it was given to work on (`HeldJobs`), or none,
 * because others work on them.
 */
export type MirroredJobs = 'open' | 'held' | 'none';

/**
 * Only this writes jobs. A change is on disk before anyone hears of it, and a job's changes happen one after another,
 * so the caller sees the result of its own change.
 */
export class JobLedger {
  readonly #shelf: Collection<VideoJob>;
  readonly #clock: Clock;
  readonly #log: Logger;
  readonly #writes: RepeatedWrites;
  readonly #mirrors: MirroredJobs;
  /** The fence of each job that this process holds, if it only works on those. */
  readonly #held = new Map<string, number>();
  /** Open jobs by state: most questions are about one state, and ten thousand may be open. */
  readonly #open = new Map<JobState, Map<string, VideoJob>>();
  readonly #stateOf = new Map<string, JobState>();
  readonly #mutex = new KeyedMutex();
  readonly #listeners = new Set<JobListener>();
  readonly #lossListeners = new Set<(job: VideoJob) => void>();

  constructor(parts: {
    shelf: Collection<VideoJob>;
    clock: Clock;
    log: Logger;
    writes: RepeatedWrites;
    /** Default: `open`. */
    mirrors?: MirroredJobs | undefined;
  }) {
    this.#mirrors = parts.mirrors ?? 'open';
    this.#shelf = parts.shelf;
    this.#clock = parts.clock;
    this.#log = parts.log;
    this.#writes = parts.writes;
  }

  /** Reads the jobs that still have something to be done, however many ended. `also` sees them all. */
  async load(also: (job: VideoJob) => void = () => undefined): Promise<void> {
    let steps = 0;
    for await (const [, job] of this.#shelf.select({ open: true })) {
      this.#remember(job);
      also(job);
      steps += 1;
      if (steps % stepsBetweenBreaths === 0) await breath();
    }
  }

  onChange(listener: JobListener): void {
    this.#listeners.add(listener);
  }

  /** Called for jobs that enter one of these states, including new ones. */
  onEntering(states: readonly JobState[], listener: (job: VideoJob) => void): void {
    this.onChange((job, before) => {
      if (job.state !== before?.state && states.includes(job.state)) listener(job);
    });
  }

  /** Called for jobs that leave these states for another one. */
  onLeaving(states: readonly JobState[], listener: (job: VideoJob) => void): void {
    this.onChange((job, before) => {
      if (before && states.includes(before.state) && !states.includes(job.state)) listener(job);
    });
  }

  /** Called for jobs that another process works on now. */
  onLoss(listener: (job: VideoJob) => void): void {
    this.#lossListeners.add(listener);
  }

  /**
   * This process works on a job from now on: a process that still believes it does can't begin anything new with it. Undefined if
   * there's nothing to do.
   */
  async hold(id: string): Promise<VideoJob | undefined> {
    return await this.#mutex.runExclusive(id, async () => {
      const held = await this.#shelf.change(id, (job) =>
        job && isOpen(job) ? { ...job, fence: (job.fence ?? 0) + 1 } : job,
      );
      if (!held || !isOpen(held)) return undefined;
      this.#held.set(id, held.fence ?? 0);
      this.#announce(held, undefined);
      return held;
    });
  }

  /** Another process works on it now, or may. */
  letGo(id: string): void {
    const job = this.#mirrored(id);
    this.#held.delete(id);
    if (!job) return;
    this.#open.get(job.state)?.delete(id);
    this.#stateOf.delete(id);
    for (const listener of this.#lossListeners) listener(job);
  }

  /** What another process, or a person by it, did with a job that's worked on here; with all of them without an id. */
  async readAgain(id?: string): Promise<void> {
    for (const each of id === undefined ? [...this.#held.keys()] : [id])
      await this.#mutex.runExclusive(each, async () => {
        const known = this.#mirrored(each);
        if (!known) return;
        const stored = await this.#shelf.get(each);
        if (stored && stored.fence !== this.#held.get(each)) this.letGo(each);
        else if (!stored) this.#announce(transition(known, { type: 'forgotten' }, this.#clock.now()), known);
        else if (!isDeepStrictEqual(stored, known)) this.#announce(stored, known);
      });
  }

  /**
   * With what it's paid with, in one transaction. False if this id was accepted before: the same interaction, delivered twice.
   * @throws NotReservedError if it can't be paid
   */
  async accept(job: JobIn<'accepted' | 'held'>, reserve?: ReservationAsk): Promise<boolean> {
    return await this.#mutex.runExclusive(job.id, async () => {
      const work = this.#workFor(job.id, undefined, job);
      if (!(await this.#shelf.add(job.id, job, { reserve, work }))) return false;
      const { id, reference, place, requester } = job;
      const facts = { job: id, reference, guildId: place.guildId, userId: requester.userId };
      this.#log.info({ ...facts, to: job.state }, 'video job accepted');
      this.#announce(job, undefined);
      return true;
    });
  }

  /**
   * For a job whose acceptance failed: it may have been written anyway, without an answer. It goes together with what it was paid with,
   * unless another process has begun with it. @throws only if the process stops before that
   */
  async takeBack(id: string): Promise<void> {
    const facts = { job: id, event: 'taken back' };
    const isUnbegun = (job: VideoJob) => job.state === 'accepted' || job.state === 'held';
    const drop = async () =>
      await this.#shelf.change(
        id,
        (job) => (job && isUnbegun(job) ? undefined : job),
        // Nothing goes along with one that stays. If there's none, the store makes sure of that once it can't be under way any more.
        () => ({ settle: { unit: paidIn, id, amount: 0 }, work: this.#workOver(id) }),
      );
    await this.#mutex.runExclusive(id, async () => await this.#writes.write(facts, drop));
  }

  /**
   * Applies an event and resolves to the resulting job; undefined if it doesn't exist. For changes that can still be
   * refused: if the store fails, nothing has happened, and if it's away, what has happened is found out later. `reserve`: what it's paid
   * with, in one transaction. @throws StoreError, NotReservedError
   */
  async apply(id: string, event: JobEvent, reserve?: ReservationAsk): Promise<VideoJob | undefined> {
    return await this.#mutex.runExclusive(id, async () => {
      try {
        return await this.#change(id, event, 'if held', { reserve });
      } catch (error) {
        if (error instanceof StoreError && error.trouble === 'unreachable') void this.#lookAgain(id);
        throw error;
      }
    });
  }

  /**
   * Starts a submission, which only one may: undefined if it was begun already, by a process that was replaced, or by this one in a write
   * whose answer was lost. What that came to is looked up then. @throws StoreError
   */
  async begin(id: string): Promise<VideoJob | undefined> {
    return await this.#mutex.runExclusive(id, async () => {
      let isOurs = false;
      const onChanged = () => {
        isOurs = true;
      };
      const job = await this.#change(id, { type: 'submission-started' }, 'if held', { onChanged });
      if (isOurs) return job;
      if (job?.state === 'submitting') await this.#change(id, { type: 'answer-lost' }, 'if held');
      return undefined;
    });
  }

  /**
   * The same for something that has already happened at the service or in a channel: it's retried until it's written,
   * so that nothing paid or posted is forgotten, also if another process works on the job by then. @throws only if the process stops before that
   */
  async record(id: string, event: JobEvent): Promise<VideoJob | undefined> {
    const { type, ...rest } = event;
    const known = Object.entries(rest).filter(([key]) => key.endsWith('Id'));
    const facts = { job: id, event: type, ...Object.fromEntries(known) };
    // In its turn, so that nothing later overtakes it.
    return await this.#mutex.runExclusive(
      id,
      async () => await this.#writes.write(facts, async () => await this.#change(id, event, 'in any case')),
    );
  }

  /**
   * Resolves once everything that has happened is written; until then, nothing new is paid. @throws if the process
   * stops
   */
  async allDown(): Promise<void> {
    await this.#writes.allDown();
  }

  /** Forgets a job for good. Returns false and changes nothing if it's unfinished or gone. */
  async remove(id: string): Promise<boolean> {
    return await this.#mutex.runExclusive(id, async () => {
      let isRemoved = false;
      await this.#shelf.change(id, (job) => {
        isRemoved = job !== undefined && !isOpen(job);
        return isRemoved ? undefined : job;
      });
      return isRemoved;
    });
  }

  /** Forgets a job for good, finished or not: whatever still happens to it at the service is nobody's any more. */
  async drop(id: string): Promise<void> {
    await this.#mutex.runExclusive(id, async () => {
      const job = await this.find(id);
      if (!job) return;
      await this.#shelf.change(
        id,
        () => undefined,
        () => ({ work: this.#workOver(id) }),
      );
      this.#announce(transition(job, { type: 'forgotten' }, this.#clock.now()), job);
    });
  }

  /** The same job with other words in it, such as without a name. */
  async rewrite(id: string, rewritten: (job: VideoJob) => VideoJob): Promise<void> {
    await this.#mutex.runExclusive(id, async () => {
      const job = await this.find(id);
      if (!job) return;
      const after = rewritten(job);
      await this.#shelf.set(id, after);
      this.#remember(after);
    });
  }

  /** To work on it: who only works on some jobs finds no others. */
  async find(id: string): Promise<VideoJob | undefined> {
    return this.#mirrors === 'held' ? this.#mirrored(id) : await this.look(id);
  }

  /** Also if another process works on it. */
  async look(id: string): Promise<VideoJob | undefined> {
    return this.#mirrored(id) ?? (await this.#shelf.get(id));
  }

  /** The reference of an unfinished job. */
  referenceOf(id: string): string | undefined {
    return this.#mirrored(id)?.reference;
  }

  /** Unfinished jobs of a server or of a person, also those that other processes work on. */
  async openOf(whose: { readonly guildId: string } | { readonly userId: string }): Promise<VideoJob[]> {
    if (this.#mirrors === 'open')
      return this.open().filter(({ place, requester }) =>
        'userId' in whose ? requester.userId === whose.userId : place.guildId === whose.guildId,
      );
    const found: VideoJob[] = [];
    for await (const [, job] of this.#shelf.select(whose)) if (isOpen(job)) found.push(job);
    return found;
  }

  /** Unfinished jobs, oldest first. */
  open(): VideoJob[] {
    return [...this.#open.values()].flatMap((jobs) => [...jobs.values()]).sort(byAge);
  }

  /** How many unfinished jobs there are, by state. */
  countByState(): Readonly<Record<string, number>> {
    return Object.fromEntries([...this.#open].map(([state, jobs]) => [state, jobs.size]));
  }

  /** Jobs whose creation call is on its way, in every process. */
  async *beingSubmitted(): AsyncIterable<JobIn<'submitting'>> {
    for await (const [, job] of this.#shelf.select({ alias: submittingAlias }))
      if (job.state === 'submitting') yield job;
  }

  /** Whether any job, open or ended, owns this task of the service. */
  async owns(taskId: string): Promise<boolean> {
    for await (const _ of this.#shelf.select({ alias: taskId })) return true;
    return false;
  }

  /**
   * Decided by what's stored, so that a process that was replaced can't overwrite what the next one wrote. What only a job's holder may
   * begin, it begins only while it is.
   */
  async #change(
    id: string,
    event: JobEvent,
    when: 'if held' | 'in any case',
    { reserve, onChanged }: { reserve?: ReservationAsk | undefined; onChanged?: () => void } = {},
  ): Promise<VideoJob | undefined> {
    const isHolder = this.#mirrors === 'held';
    const fence = this.#held.get(id);
    if (isHolder && fence === undefined && when === 'if held') return undefined;
    let before: VideoJob | undefined;
    let isLost = false;
    const after = await this.#shelf.change(
      id,
      (stored) => {
        before = stored;
        isLost = isHolder && stored !== undefined && (fence === undefined || stored.fence !== fence);
        if (isLost && when === 'if held') return stored;
        return stored && transition(stored, event, this.#clock.now());
      },
      (changed) =>
        before && changed
          ? { reserve, settle: settlementOf(before, changed), work: this.#workFor(id, before, changed) }
          : {},
    );
    if (isLost) this.letGo(id);
    if (isLost && when === 'if held') return undefined;
    if (!before || !after) return after;
    if (after === before) {
      this.#catchUp(after);
      return after;
    }
    onChanged?.();
    const level = after.state === before.state ? 'debug' : 'info';
    const facts = { job: id, reference: before.reference, from: before.state, to: after.state };
    const by = 'by' in event ? { by: event.by } : {};
    this.#log[level]({ ...facts, event: event.type, ...by }, 'video job changed');
    if (after.state !== before.state) this.#noteOddBill(after);
    // It may have missed what others did with it.
    if (!isLost) this.#announce(after, this.#mirrored(id) ?? before);
    return after;
  }

  /** A bill that makes no sense isn't a reason to refund anything. */
  #noteOddBill(job: VideoJob): void {
    const [billed = 0, reserved] = [secondsSpent(job), expectedSeconds(job)];
    if (billed <= reserved) return;
    const facts = { job: job.id, reference: job.reference, billed, reserved };
    this.#log.error(facts, 'billed more than was reserved; only what was reserved counts');
  }

  /** Who works on jobs elsewhere is told in the same transaction, also of what's left to do for one that had ended. */
  #workFor(id: string, before: VideoJob | undefined, after: VideoJob): WorkWrite | undefined {
    if (isOpen(after)) return this.#mirrors === 'none' ? { id, is: 'open' } : undefined;
    return before && isOpen(before) ? this.#workOver(id) : undefined;
  }

  #workOver(id: string): WorkWrite | undefined {
    return this.#mirrors === 'open' ? undefined : { id, is: 'over' };
  }

  /** Once the store answers again: a write may have been done without an answer. */
  async #lookAgain(id: string): Promise<void> {
    const look = async () => {
      const stored = await this.#shelf.get(id);
      if (stored) this.#catchUp(stored);
    };
    await this.#mutex
      .runExclusive(id, async () => await this.#writes.write({ job: id, event: 'looked at again' }, look))
      .catch(() => undefined);
  }

  /** A write whose answer was lost is found done when it's repeated. */
  #catchUp(job: VideoJob): void {
    const known = this.#mirrored(job.id);
    if (known && known.state !== job.state) this.#announce(job, known);
  }

  #mirrored(id: string): VideoJob | undefined {
    const state = this.#stateOf.get(id);
    return state && this.#open.get(state)?.get(id);
  }

  #announce(job: VideoJob, before: VideoJob | undefined): void {
    this.#remember(job);
    for (const listener of this.#listeners) listener(job, before);
  }

  #remember(job: VideoJob): void {
    const known = this.#stateOf.get(job.id);
    if (known) this.#open.get(known)?.delete(job.id);
    this.#stateOf.delete(job.id);
    if (!isOpen(job)) this.#held.delete(job.id);
    else if (this.#mirrors !== 'none') {
      const jobs = this.#open.get(job.state) ?? new Map<string, VideoJob>();
      this.#open.set(job.state, jobs.set(job.id, job));
      this.#stateOf.set(job.id, job.state);
    }
  }
}

/**
 * An end and what it cost are written together; so is what's written about that end later, where only the first time counts: a job may have
 * ended by an older version of the bot.
 */
function settlementOf(before: VideoJob, after: VideoJob): Settling | undefined {
  const amount = isOpen(before) ? secondsSpent(after) : undefined;
  return amount === undefined ? undefined : { unit: paidIn, id: lastReservationOf(after).id, amount };
}

function byAge(a: VideoJob, b: VideoJob): number {
  return a.acceptedAt - b.acceptedAt || (a.id < b.id ? -1 : 1);
}

/**
 * A log that adds the job's reference, which its person was told, to every line about a job, so one search shows the
 * whole story.
 */
export function logWithReferences(log: Logger, referenceOf: (jobId: string) => string | undefined): Logger {
  return log.child(
    {},
    {
      formatters: {
        log: (facts) => {
          if (!('job' in facts) || typeof facts.job !== 'string') return { ...facts };
          const reference = referenceOf(facts.job);
          return reference === undefined ? { ...facts } : { reference, ...facts };
        },
      },
    },
  );
}
