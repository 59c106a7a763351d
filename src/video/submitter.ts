import type { Logger } from 'pino';
import type { Clock } from '../operations/clock.ts';
import { ServiceError } from '../service/errors.ts';
import type { VideoClient } from '../service/video/client.ts';
import type { JobFailure, VideoJob } from './job.ts';
import type { JobLedger } from './ledger.ts';
import { RateGate } from './rate-gate.ts';
import { Rounds } from './rounds.ts';

export interface SubmitterParts {
  readonly ledger: JobLedger;
  readonly client: VideoClient;
  readonly clock: Clock;
  readonly log: Logger;
  /** The account's limits (field notes 5): creations a second, and tasks at a time. */
  readonly createsPerSecond: number;
  readonly tasksAtOnce: number;
}

/**
 * Takes accepted jobs, oldest first, through the creation call. The call is made once: a throttled one (nothing was
 * made) waits and is made again, a lost answer is the search's business, everything else ends the job.
 */
export class Submitter {
  readonly #parts: SubmitterParts;
  readonly #gate: RateGate;
  readonly #starting = new Set<string>();
  readonly #rounds: Rounds;

  constructor(parts: SubmitterParts) {
    this.#parts = parts;
    this.#gate = new RateGate(parts.clock, parts.createsPerSecond);
    this.#rounds = new Rounds({
      name: 'video submissions',
      clock: parts.clock,
      log: parts.log,
      atOnce: parts.tasksAtOnce,
      mayStart: () => parts.ledger.slotsHeld() + this.#starting.size < parts.tasksAtOnce,
      work: async (id, signal) => await this.#submit(id, signal),
    });
    parts.ledger.onChange((job, before) => this.#onChange(job, before));
  }

  start(): void {
    for (const job of this.#parts.ledger.openIn('accepted')) this.#onChange(job, undefined);
    this.#rounds.start();
  }

  async close(): Promise<void> {
    await this.#rounds.close();
  }

  /** How many accepted jobs go before this one. */
  ahead(job: VideoJob): number {
    return this.#parts.ledger.openIn('accepted').findIndex(({ id }) => id === job.id);
  }

  #onChange(job: VideoJob, before: VideoJob | undefined): void {
    if (job.state === 'accepted') this.#rounds.schedule(job.id, Math.max(job.acceptedAt, job.notBefore));
    else if (before?.state === 'accepted') this.#rounds.forget(job.id);
    this.#rounds.wake();
  }

  async #submit(id: string, signal: AbortSignal): Promise<undefined> {
    this.#starting.add(id);
    try {
      await this.#gate.pass(signal);
      const job = await this.#parts.ledger.apply(id, { type: 'submission-started' });
      if (job?.state !== 'submitting') return;
      this.#starting.delete(id);
      await this.#create(job);
    } finally {
      this.#starting.delete(id);
    }
  }

  /** Not abortable: once the call is on its way its answer is worth waiting for, even while shutting down. */
  async #create(job: VideoJob): Promise<void> {
    const { ledger, client, clock, log } = this.#parts;
    try {
      const { taskId, requestId } = await client.create(job.request);
      log.info({ job: job.id, reference: job.reference, taskId, requestId }, 'video task created');
      await ledger.apply(job.id, { type: 'task-created', taskId });
    } catch (error) {
      if (!(error instanceof ServiceError)) throw error;
      log.warn({ err: error, job: job.id, reference: job.reference }, 'video task not created');
      if (error.creationMayRepeat) {
        const until = clock.now() + (error.retryAfterMs ?? throttledMs);
        await ledger.apply(job.id, { type: 'submission-deferred', until });
      } else if (error.nothingHappened) {
        await ledger.apply(job.id, { type: 'submission-refused', failure: failureOf(error) });
      } else {
        await ledger.apply(job.id, { type: 'answer-lost' });
      }
    }
  }
}

const throttledMs = 5_000;

function failureOf(error: ServiceError): JobFailure {
  return {
    fault: error.fault,
    code: error.code,
    ...(error.requestId ? { requestId: error.requestId } : {}),
  };
}
