import type { Logger } from 'pino';
import { Alarm, type Clock } from '../operations/clock.ts';
import type { HeldWork, WorkQueue } from '../operations/work-queue.ts';
import type { Collection } from '../storage/collection.ts';
import { isOpen, type VideoJob } from './job.ts';
import type { JobLedger } from './ledger.ts';

const lookEveryMs = 1_000;
/** A write elsewhere may be a new job; a burst of them is looked at once. */
const lookAgainMs = 100;
const keepEveryMs = 3_000;
const findLostEveryMs = 60_000;
const takenAtOnce = 50;
/** Less than the queue waits for who isn't heard of. */
const surelyOursMs = 12_000;

/** The jobs that this process works on: taken from the queue, kept while they're open, and given back when it stops. */
export class HeldJobs {
  readonly #parts;
  readonly #held = new Map<string, HeldWork>();
  readonly #stop = new AbortController();
  readonly #alarm: Alarm;
  /** When the database last heard of us. */
  #heardAt = 0;
  #loops: Promise<unknown> = Promise.resolve();

  constructor(parts: {
    readonly queue: WorkQueue;
    readonly ledger: JobLedger;
    readonly jobs: Collection<VideoJob>;
    readonly resume: (job: VideoJob) => Promise<void>;
    /** Real time: how long a job stays ours goes by the database's clock. */
    readonly clock: Clock;
    readonly log: Logger;
  }) {
    this.#parts = parts;
    const { ledger, clock } = parts;
    this.#alarm = new Alarm(clock);
    ledger.onChange((job) => {
      if (!isOpen(job)) this.#held.delete(job.id);
    });
    ledger.onLoss(({ id }) => {
      if (this.#held.delete(id)) parts.log.warn({ job: id }, 'another worker goes on with a video');
    });
  }

  start(): void {
    const { signal } = this.#stop;
    const every = async (ms: number, what: string, work: () => Promise<void>) => {
      while (!signal.aborted) {
        await work().catch((error: unknown) => {
          if (!signal.aborted) this.#parts.log.warn({ err: error }, `couldn't ${what}; trying again`);
        });
        await this.#parts.clock.sleep(ms, signal).catch(() => undefined);
      }
    };
    this.#loops = Promise.all([
      this.#takeAndTake(),
      every(keepEveryMs, 'say which videos are worked on', async () => await this.#keep()),
      every(findLostEveryMs, 'look for videos that nobody works on', async () => await this.#findLost()),
    ]);
  }

  /** Takes nothing more. What's held stays until it's given back. */
  async stopTaking(): Promise<void> {
    this.#stop.abort();
    await this.#loops;
  }

  /** Lets others go on with everything. */
  async giveBack(): Promise<void> {
    const held = [...this.#held.values()];
    this.#held.clear();
    for (const { id } of held) this.#parts.ledger.letGo(id);
    if (held.length > 0) await this.#parts.queue.giveBack(held);
  }

  /** A job was written, here or elsewhere. */
  note(id: string | undefined): void {
    if (id !== undefined && this.#held.has(id)) return;
    this.#alarm.ring();
  }

  /** Whether nobody else can have it by now, so that something may be begun that can't be taken back. */
  isSurelyOurs(id: string): boolean {
    return this.#held.has(id) && this.#parts.clock.now() - this.#heardAt < surelyOursMs;
  }

  async #takeAndTake(): Promise<void> {
    const { clock, log } = this.#parts;
    const { signal } = this.#stop;
    while (!signal.aborted) {
      const found = await this.#take().catch((error: unknown) => {
        if (!signal.aborted) log.warn({ err: error }, "couldn't take videos to work on; trying again");
        return 0;
      });
      if (found === takenAtOnce) continue;
      await clock.sleep(lookAgainMs, signal).catch(() => undefined);
      await this.#alarm.wait(clock.now() + lookEveryMs, signal).catch(() => undefined);
    }
  }

  async #take(): Promise<number> {
    const { queue, ledger, resume, log } = this.#parts;
    const askedAt = this.#parts.clock.now();
    const taken = await queue.take(takenAtOnce);
    this.#heardAt = Math.max(this.#heardAt, askedAt);
    for (const work of taken) {
      this.#held.set(work.id, work);
      try {
        const job = await ledger.hold(work.id);
        if (job) await resume(job);
        else await this.#leave(work);
      } catch (error) {
        // Nobody keeps it, so it's given to a worker again.
        this.#held.delete(work.id);
        ledger.letGo(work.id);
        if (!this.#stop.signal.aborted) log.warn({ err: error, job: work.id }, "couldn't begin with a video");
      }
    }
    return taken.length;
  }

  async #keep(): Promise<void> {
    const askedAt = this.#parts.clock.now();
    const held = [...this.#held.values()];
    if (held.length > 0) await this.#parts.queue.keep(held);
    this.#heardAt = askedAt;
  }

  /** Whose entry was never written, such as jobs of before there were workers. */
  async #findLost(): Promise<void> {
    const { jobs, queue } = this.#parts;
    let ids: string[] = [];
    for await (const [id, job] of jobs.select({ open: true })) {
      if (isOpen(job) && !this.#held.has(id)) ids.push(id);
      if (ids.length < mostAskedFor) continue;
      await queue.askFor(ids);
      ids = [];
    }
    if (ids.length > 0) await queue.askFor(ids);
    this.note(undefined);
  }

  /** Its job was over before it was taken, or has gone. Should it have been opened again just now, it's found as a lost one. */
  async #leave(work: HeldWork): Promise<void> {
    this.#held.delete(work.id);
    await this.#parts.queue.finish(work);
  }
}

const mostAskedFor = 500;
