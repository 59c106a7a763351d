import type { Logger } from 'pino';
import type { Clock } from '../operations/clock.ts';
import type { InHand } from '../operations/in-hand.ts';
import type { TokenBucket } from '../operations/rate-limits.ts';
import { Rounds } from '../operations/rounds.ts';
import { ServiceError, severityOf } from '../service/errors.ts';
import type { VideoClient } from '../service/video/client.ts';
import type { VideoTask } from '../service/video/task.ts';
import type { JobIn, VideoJob } from './job.ts';
import type { JobLedger } from './ledger.ts';

/** Polls every open task until it ends. Trouble with the service slows polling down but never ends a job early. */
export class Poller {
  readonly #parts;
  readonly #rounds: Rounds;
  /** Failed or empty answers in a row, by job. */
  readonly #troubles = new Map<string, number>();
  readonly #absences = new Map<string, number>();

  constructor(parts: {
    readonly ledger: JobLedger;
    readonly client: VideoClient;
    readonly clock: Clock;
    readonly log: Logger;
    /** 0 up to, but not including, 1. */
    readonly random: () => number;
    /** Shared by all jobs (field notes 5: at most 10 a second). */
    readonly gate: TokenBucket;
    /** 15 s, with a jitter of a fifth either way. */
    readonly intervalMs: number;
    readonly inHand?: InHand | undefined;
    /** When an open task counts as expired: after 24 h, the life of a task id (document 1). */
    readonly deadlineMs: number;
  }) {
    this.#parts = parts;
    this.#rounds = new Rounds({
      name: 'video polls',
      clock: parts.clock,
      log: parts.log,
      atOnce: pollsInFlight,
      inHand: parts.inHand,
      setAside: async (id) => void (await parts.ledger.apply(id, { type: 'set-aside' })),
      work: async (id, signal) => await this.#poll(id, signal),
    });
    parts.ledger.onEntering(polledStates, (job) => this.#rounds.schedule(job.id, this.#nextAt(1)));
    parts.ledger.onChange((job, before) => {
      if (before && isPolled(before) && !isPolled(job)) this.#forget(job.id);
    });
    parts.ledger.onLoss(({ id }) => this.#forget(id));
  }

  start(): void {
    this.#rounds.start();
  }

  /** Polls a job that another process polled before at once, as fast as the shared gate allows. */
  resume(job: VideoJob): void {
    if (isPolled(job)) this.#rounds.schedule(job.id, 0);
  }

  async close(): Promise<void> {
    await this.#rounds.close();
  }

  async #poll(id: string, signal: AbortSignal): Promise<number | undefined> {
    const { ledger, client, clock, gate } = this.#parts;
    const job = await ledger.find(id);
    if (!job || !isPolled(job)) return undefined;
    await gate.take(signal);
    try {
      const task = await client.query(job.taskId, signal);
      this.#troubles.delete(id);
      await this.#observe(job, task);
    } catch (error) {
      if (!(error instanceof ServiceError) || signal.aborted) throw error;
      await this.#trouble(job, error);
    }
    const after = await ledger.find(id);
    if (!after || !isPolled(after)) return undefined;
    if (clock.now() - after.submittedAt > this.#parts.deadlineMs) {
      await ledger.apply(id, { type: 'deadline-passed' });
      return undefined;
    }
    return this.#nextAt(2 ** Math.min(this.#troubles.get(id) ?? 0, maxDoublings));
  }

  async #observe(job: PolledJob, task: VideoTask): Promise<void> {
    if (task.status === 'unknown') {
      await this.#absent(job);
      return;
    }
    this.#absences.delete(job.id);
    await this.#parts.ledger.apply(job.id, { type: 'task-observed', task });
  }

  /** UNKNOWN or 404 on a young task may be temporary: three in a row before giving up (field notes 5). */
  async #absent(job: PolledJob): Promise<void> {
    const { ledger, clock, deadlineMs } = this.#parts;
    const absences = (this.#absences.get(job.id) ?? 0) + 1;
    this.#absences.set(job.id, absences);
    if (clock.now() - job.submittedAt > deadlineMs) await ledger.apply(job.id, { type: 'deadline-passed' });
    else if (absences >= absencesBeforeGivingUp) await ledger.apply(job.id, { type: 'task-vanished' });
  }

  async #trouble(job: PolledJob, error: ServiceError): Promise<void> {
    const facts = { err: error, job: job.id, reference: job.reference };
    this.#parts.log[severityOf(error)](facts, 'a poll failed');
    this.#troubles.set(job.id, (this.#troubles.get(job.id) ?? 0) + 1);
    if (error.fault === 'not-found') await this.#absent(job);
  }

  #nextAt(factor: number): number {
    const { clock, random, intervalMs } = this.#parts;
    return clock.now() + intervalMs * factor * (1 + (random() - 0.5) * 2 * jitterShare);
  }

  #forget(id: string): void {
    this.#rounds.forget(id);
    this.#troubles.delete(id);
    this.#absences.delete(id);
  }
}

const polledStates = ['pending', 'running'] as const;
type PolledJob = JobIn<(typeof polledStates)[number]>;

const pollsInFlight = 50;
const maxDoublings = 4;
const absencesBeforeGivingUp = 3;
const jitterShare = 0.2;

function isPolled(job: VideoJob): job is PolledJob {
  return job.state === 'pending' || job.state === 'running';
}
