import type { Logger } from 'pino';
import { breath, type Clock, stepsBetweenBreaths } from '../operations/clock.ts';
import { KeyedMutex } from '../operations/mutex.ts';
import type { RepeatedWrites } from '../operations/repeated-writes.ts';
import type { Collection } from '../storage/collection.ts';
import { isOpen, type JobIn, type JobState, type VideoJob } from './job.ts';
import { type JobEvent, transition } from './transition.ts';

export type JobListener = (job: VideoJob, before: VideoJob | undefined) => void;

/**
 * Only this writes jobs. A change is on disk before anyone hears of it, and a job's changes happen one after another,
 * so the caller sees the result of its own change.
 */
export class JobLedger {
  readonly #shelf: Collection<VideoJob>;
  readonly #clock: Clock;
  readonly #log: Logger;
  readonly #writes: RepeatedWrites;
  /** Open jobs by state: most questions are about one state, and ten thousand may be open. */
  readonly #open = new Map<JobState, Map<string, VideoJob>>();
  readonly #stateOf = new Map<string, JobState>();
  readonly #mutex = new KeyedMutex();
  readonly #listeners = new Set<JobListener>();
  readonly #removalListeners = new Set<(job: VideoJob) => void>();

  constructor(parts: { shelf: Collection<VideoJob>; clock: Clock; log: Logger; writes: RepeatedWrites }) {
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

  onRemoval(listener: (job: VideoJob) => void): void {
    this.#removalListeners.add(listener);
  }

  /** False if this id was accepted before: the same interaction, delivered twice. */
  async accept(job: JobIn<'accepted' | 'held'>): Promise<boolean> {
    return await this.#mutex.runExclusive(job.id, async () => {
      if (!(await this.#shelf.add(job.id, job))) return false;
      const { id, reference, place, requester } = job;
      const facts = { job: id, reference, guildId: place.guildId, userId: requester.userId };
      this.#log.info({ ...facts, to: job.state }, 'video job accepted');
      this.#announce(job, undefined);
      return true;
    });
  }

  /**
   * For a job whose acceptance failed: it may have been written anyway, without an answer. Resolves once nothing is left of it.
   * @throws only if the process stops before that
   */
  async takeBack(id: string): Promise<void> {
    const facts = { job: id, event: 'taken back' };
    await this.#mutex.runExclusive(
      id,
      async () => await this.#writes.write(facts, async () => void (await this.#shelf.delete(id))),
    );
  }

  /**
   * Applies an event and resolves to the resulting job; undefined if it doesn't exist. For changes that can still be
   * refused: if the store fails, nothing has happened. @throws StoreError
   */
  async apply(id: string, event: JobEvent): Promise<VideoJob | undefined> {
    return await this.#mutex.runExclusive(id, async () => await this.#change(id, event));
  }

  /**
   * The same for something that has already happened at the service or in a channel: it's retried until it's written,
   * so that nothing paid or posted is forgotten. @throws only if the process stops before that
   */
  async record(id: string, event: JobEvent): Promise<VideoJob | undefined> {
    const { type, ...rest } = event;
    const known = Object.entries(rest).filter(([key]) => key.endsWith('Id'));
    const facts = { job: id, event: type, ...Object.fromEntries(known) };
    // In its turn, so that nothing later overtakes it.
    return await this.#mutex.runExclusive(
      id,
      async () => await this.#writes.write(facts, async () => await this.#change(id, event)),
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
      let removed: VideoJob | undefined;
      await this.#shelf.change(id, (job) => {
        removed = job && !isOpen(job) ? job : undefined;
        return removed ? undefined : job;
      });
      if (!removed) return false;
      for (const listener of this.#removalListeners) listener(removed);
      return true;
    });
  }

  /** Forgets a job for good, finished or not: whatever still happens to it at the service is nobody's any more. */
  async drop(id: string): Promise<void> {
    await this.#mutex.runExclusive(id, async () => {
      const job = await this.find(id);
      if (!job) return;
      await this.#shelf.delete(id);
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

  async find(id: string): Promise<VideoJob | undefined> {
    const state = this.#stateOf.get(id);
    const open = state && this.#open.get(state)?.get(id);
    return open ?? (await this.#shelf.get(id));
  }

  /** The reference of an unfinished job. */
  referenceOf(id: string): string | undefined {
    const state = this.#stateOf.get(id);
    return state && this.#open.get(state)?.get(id)?.reference;
  }

  /** Unfinished jobs, oldest first. */
  open(): VideoJob[] {
    return [...this.#open.values()].flatMap((jobs) => [...jobs.values()]).sort(byAge);
  }

  openIn<State extends JobState>(state: State): JobIn<State>[] {
    const jobs = [...(this.#open.get(state)?.values() ?? [])];
    return jobs.filter((job): job is JobIn<State> => job.state === state).sort(byAge);
  }

  /** Whether any job, open or ended, owns this task of the service. */
  async owns(taskId: string): Promise<boolean> {
    for await (const _ of this.#shelf.select({ alias: taskId })) return true;
    return false;
  }

  /** Decided by what's stored, so that a process that was replaced can't overwrite what the next one wrote. */
  async #change(id: string, event: JobEvent): Promise<VideoJob | undefined> {
    let before: VideoJob | undefined;
    const after = await this.#shelf.change(id, (stored) => {
      before = stored;
      return stored && transition(stored, event, this.#clock.now());
    });
    if (!before || !after) return after;
    if (after === before) {
      this.#catchUp(after);
      return after;
    }
    const level = after.state === before.state ? 'debug' : 'info';
    const facts = { job: id, reference: before.reference, from: before.state, to: after.state };
    const by = 'by' in event ? { by: event.by } : {};
    this.#log[level]({ ...facts, event: event.type, ...by }, 'video job changed');
    this.#announce(after, before);
    return after;
  }

  /** A write whose answer was lost is found done when it's repeated. */
  #catchUp(job: VideoJob): void {
    const state = this.#stateOf.get(job.id);
    const known = state && this.#open.get(state)?.get(job.id);
    if (known && known.state !== job.state) this.#announce(job, known);
  }

  #announce(job: VideoJob, before: VideoJob | undefined): void {
    this.#remember(job);
    for (const listener of this.#listeners) listener(job, before);
  }

  #remember(job: VideoJob): void {
    const known = this.#stateOf.get(job.id);
    if (known) this.#open.get(known)?.delete(job.id);
    this.#stateOf.delete(job.id);
    if (isOpen(job)) {
      const jobs = this.#open.get(job.state) ?? new Map<string, VideoJob>();
      this.#open.set(job.state, jobs.set(job.id, job));
      this.#stateOf.set(job.id, job.state);
    }
  }
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
