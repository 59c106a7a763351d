import type { Logger } from 'pino';
import type { Clock } from '../operations/clock.ts';
import { Turns } from '../operations/turns.ts';
import { hasEnded, holdsSlot, isOpen, type JobIn, type JobState, type VideoJob } from './job.ts';
import { type JobEvent, transition } from './transition.ts';

/** Where jobs are kept; the store's collection has this shape, and tests have a fake of it. */
export interface JobShelf {
  get(id: string): Promise<VideoJob | undefined>;
  set(id: string, job: VideoJob): Promise<void>;
  /** False, and nothing written, when the id is taken. */
  add(id: string, job: VideoJob): Promise<boolean>;
  entries(): AsyncIterable<readonly [id: string, job: VideoJob]>;
}

export type JobListener = (job: VideoJob, before: VideoJob | undefined) => void;

/**
 * The one writer of jobs. A change is on disk before anybody hears of it, and the changes of one job happen one after
 * another, so that whoever asks for a change sees what it became.
 */
export class JobLedger {
  readonly #shelf: JobShelf;
  readonly #clock: Clock;
  readonly #log: Logger;
  readonly #open = new Map<string, VideoJob>();
  readonly #taskOwners = new Map<string, string>();
  readonly #turns = new Turns();
  readonly #listeners = new Set<JobListener>();

  constructor(parts: { shelf: JobShelf; clock: Clock; log: Logger }) {
    this.#shelf = parts.shelf;
    this.#clock = parts.clock;
    this.#log = parts.log;
  }

  /** Reads every job once; those with something left to do stay in memory. */
  async load(): Promise<void> {
    for await (const [, job] of this.#shelf.entries()) this.#remember(job);
  }

  onChange(listener: JobListener): void {
    this.#listeners.add(listener);
  }

  /** False when this id was accepted before: the same interaction, delivered twice. */
  async accept(job: JobIn<'accepted'>): Promise<boolean> {
    return await this.#turns.take(job.id, async () => {
      if (!(await this.#shelf.add(job.id, job))) return false;
      this.#announce(job, undefined);
      return true;
    });
  }

  /** Applies an event and resolves to the job as it then is; undefined when there is no such job. */
  async apply(id: string, event: JobEvent): Promise<VideoJob | undefined> {
    return await this.#turns.take(id, async () => {
      const before = this.#open.get(id) ?? (await this.#shelf.get(id));
      if (!before) return undefined;
      const after = transition(before, event, this.#clock.now());
      if (after === before) return before;
      await this.#shelf.set(id, after);
      this.#log.info(
        { job: id, event: event.type, from: before.state, to: after.state },
        'video job changed',
      );
      this.#announce(after, before);
      return after;
    });
  }

  async find(id: string): Promise<VideoJob | undefined> {
    return this.#open.get(id) ?? (await this.#shelf.get(id));
  }

  /** Jobs with something left to do, oldest first. */
  open(): VideoJob[] {
    return [...this.#open.values()].sort((a, b) => a.acceptedAt - b.acceptedAt || (a.id < b.id ? -1 : 1));
  }

  openIn<State extends JobState>(state: State): JobIn<State>[] {
    return this.open().filter((job): job is JobIn<State> => job.state === state);
  }

  slotsHeld(): number {
    let held = 0;
    for (const job of this.#open.values()) if (holdsSlot(job)) held += 1;
    return held;
  }

  /** Does any job, open or ended, own this task of the service? */
  owns(taskId: string): boolean {
    return this.#taskOwners.has(taskId);
  }

  #announce(job: VideoJob, before: VideoJob | undefined): void {
    this.#remember(job);
    for (const listener of this.#listeners) listener(job, before);
  }

  #remember(job: VideoJob): void {
    if (isOpen(job)) this.#open.set(job.id, job);
    else this.#open.delete(job.id);
    if (!('taskId' in job) || !job.taskId) return;
    if (hasEnded(job) && this.#clock.now() - job.acceptedAt > taskMemoryMs)
      this.#taskOwners.delete(job.taskId);
    else this.#taskOwners.set(job.taskId, job.id);
  }
}

/** The list operation reaches back 24 h (field notes 1); older tasks can never be mistaken for a lost one. */
const taskMemoryMs = 48 * 60 * 60 * 1000;
