import type { Logger } from 'pino';
import type { Clock } from '../operations/clock.ts';
import type { InHand } from '../operations/in-hand.ts';
import { mostLateMs, mostTurns, type Paces } from '../operations/paces.ts';
import type { SharedLine } from '../operations/shared-line.ts';
import { ServiceError, severityOf } from '../service/errors.ts';
import { videoModels } from '../service/models.ts';
import type { VideoClient } from '../service/video/client.ts';
import type { ModelFamily } from '../service/video/model.ts';
import type { VideoRequest } from '../service/video/request.ts';
import type { JobFailure } from './failure.ts';
import type { VideoJob } from './job.ts';
import type { JobLedger } from './ledger.ts';
import { type AccountLimits, SubmissionQueue } from './submission-queue.ts';
import type { JobEvent } from './transition.ts';

/** Deaths are counted apart: a call that kills the process is preceded by files that don't, and those would clear its count. */
const workNames = { files: 'files of video submissions', call: 'video submissions' } as const;
const throttledMs = 5_000;
/** How long a stop waits for the answer to a creation call. The next start looks for what it misses. */
const lastAnswersMs = 1_500;
const pausedMs = 10_000;
/** Who isn't heard of for five times as long is left out of the line. */
const keepEveryMs = 3_000;

/**
 * Takes accepted jobs through the creation call, members in turn. The call is made once: if it's throttled, nothing was
 * made, so it waits and repeats it. The search handles a lost answer, and anything else ends the job.
 */
export class Submitter {
  readonly #parts;
  readonly #queues: Readonly<Record<ModelFamily, SubmissionQueue>>;
  /** How many turns each has missed, because the store took its time. After three it goes, however late. */
  readonly #missed = new Map<string, number>();
  /** Ends the calls that are still on their way. */
  readonly #hangUp = new AbortController();
  readonly #stop = new AbortController();
  #keeping: Promise<void> | undefined;
  #onMove: () => void = () => undefined;

  constructor(parts: {
    readonly ledger: JobLedger;
    readonly client: VideoClient;
    readonly clock: Clock;
    readonly log: Logger;
    readonly inHand?: InHand | undefined;
    /** Aborts when the process begins to stop. */
    readonly signal?: AbortSignal | undefined;
    /** The account's limits for each family of models (field notes 5). */
    readonly limits: Readonly<Record<ModelFamily, AccountLimits>>;
    readonly paces?: Paces | undefined;
    readonly line?: SharedLine | undefined;
    /** Asked right before the call, if other processes may get a job of this one's: whether none has by then. */
    readonly isSurelyOurs?: ((id: string) => boolean) | undefined;
    /** Whether someone paused spending there. */
    readonly isPaused?: ((guildId: string) => Promise<boolean>) | undefined;
    /** The request with working addresses; undefined if a file that it needs is gone. */
    readonly renew: (job: VideoJob, signal: AbortSignal) => Promise<VideoRequest | undefined>;
  }) {
    this.#parts = parts;
    parts.signal?.addEventListener('abort', () => this.#hangUpSoon(), { once: true });
    const queueOf = (family: ModelFamily) =>
      new SubmissionQueue({
        name: `video submissions (${family})`,
        clock: parts.clock,
        log: parts.log,
        limits: parts.limits[family],
        paces: parts.paces,
        line: parts.line,
        onMove: () => this.#onMove(),
        submit: async (id, signal, takeTurn) => await this.#submit(id, signal, takeTurn),
      });
    this.#queues = { standard: queueOf('standard'), small: queueOf('small') };
    parts.ledger.onChange((job) => {
      if (job.state !== 'accepted' && job.state !== 'submitting') this.#missed.delete(job.id);
      this.#queues[familyOf(job)].learn(job);
    });
    parts.ledger.onLoss((job) => {
      this.#missed.delete(job.id);
      this.#queues[familyOf(job)].letGo(job.id);
    });
  }

  /** A job that another process worked on. */
  resume(job: VideoJob): void {
    this.#queues[familyOf(job)].resume(job);
  }

  start(): void {
    const { line } = this.#parts;
    if (line) this.#keeping = this.#keepAndKeep(line);
    for (const queue of Object.values(this.#queues)) queue.start();
  }

  /** Called when other processes moved the head of a line. */
  onMove(listener: () => void): void {
    this.#onMove = listener;
  }

  /** Waits a moment for the answers to calls that are on their way. */
  async close(): Promise<void> {
    this.#hangUpSoon();
    this.#stop.abort();
    await Promise.all([this.#keeping, ...Object.values(this.#queues).map((queue) => queue.close())]);
  }

  async #keepAndKeep(line: SharedLine): Promise<void> {
    const { clock, log } = this.#parts;
    const { signal } = this.#stop;
    while (!signal.aborted) {
      await line.keep().catch((error: unknown) => {
        log.warn({ err: error }, "couldn't say that this process makes videos; trying again");
      });
      await clock.sleep(keepEveryMs, signal).catch(() => undefined);
    }
  }

  #hangUpSoon(): void {
    void this.#parts.clock.sleep(lastAnswersMs).then(() => this.#hangUp.abort());
  }

  /** The next ones to serve, some from each line. */
  head(): string[] {
    return Object.values(this.#queues).flatMap((queue) => queue.head());
  }

  /** How many jobs are ahead of this one in its line, over all processes; 0 if it isn't waiting. */
  async ahead(job: VideoJob): Promise<number> {
    return await this.#queues[familyOf(job)].ahead(job.id);
  }

  tasksAtOnce(job: VideoJob): number {
    return this.#parts.limits[familyOf(job)].tasksAtOnce;
  }

  /** Nothing is paid while spending is paused, also not what was accepted before. */
  async #heldUntil({ place }: VideoJob): Promise<number | undefined> {
    const { isPaused, clock } = this.#parts;
    return (await isPaused?.(place.guildId)) ? clock.now() + pausedMs : undefined;
  }

  /** Resolves to when it may be tried again, if spending is paused. */
  async #submit(
    id: string,
    signal: AbortSignal,
    takeTurn: () => Promise<number>,
  ): Promise<number | undefined> {
    const { ledger, log, inHand, renew } = this.#parts;
    const accepted = await ledger.find(id);
    if (accepted?.state !== 'accepted') return undefined;
    const pausedUntil = await this.#heldUntil(accepted);
    if (pausedUntil !== undefined) return pausedUntil;
    if (inHand && Object.values(workNames).some((name) => inHand.isToSetAside(name, id))) {
      await ledger.apply(id, { type: 'submission-refused', failure: { fault: 'crashed' } });
      for (const name of Object.values(workNames)) inHand.forgive(name, id);
      log.error(
        { job: id, reference: accepted.reference },
        'set aside: the bot died twice before submitting',
      );
      return undefined;
    }
    const held = async <Result>(name: string, work: () => Promise<Result>) =>
      inHand ? await inHand.hold(name, id, work) : await work();
    const request = await held(workNames.files, async () => await renew(accepted, signal));
    if (!request) {
      await ledger.apply(id, { type: 'submission-refused', failure: { fault: 'source-gone' } });
      return undefined;
    }
    await ledger.allDown();
    // Renewing takes longer for one than for another, so a turn before it would say little of when the call arrives.
    const turnAt = await takeTurn();
    const heldUntil = await this.#heldUntil(accepted);
    if (heldUntil !== undefined) return heldUntil;
    await held(workNames.call, async () => {
      const job = await ledger.begin(id);
      if (job?.state === 'submitting') await this.#create(job, request, turnAt);
    });
    return undefined;
  }

  /** Once the call is on its way, its answer is worth waiting for, even for a moment while shutting down. */
  async #create(job: VideoJob, request: VideoRequest, turnAt: number): Promise<void> {
    await this.#parts.ledger.record(job.id, await this.#outcomeOf(job, request, turnAt));
  }

  /** Whether its call would come among those of the next turns. */
  #missesTurn(id: string, turnAt: number): boolean {
    const times = this.#missed.get(id) ?? 0;
    if (this.#parts.clock.now() - turnAt <= mostLateMs || times === mostTurns) return false;
    this.#missed.set(id, times + 1);
    return true;
  }

  async #outcomeOf({ id, reference }: VideoJob, request: VideoRequest, turnAt: number): Promise<JobEvent> {
    const { client, clock, log, isSurelyOurs = () => true } = this.#parts;
    // Another process may look for the task already, and must find all there will be.
    if (!isSurelyOurs(id)) return { type: 'submission-deferred', until: clock.now() + throttledMs };
    if (this.#missesTurn(id, turnAt)) return { type: 'submission-deferred', until: clock.now() };
    try {
      const { taskId, requestId } = await client.create(request, this.#hangUp.signal);
      log.info({ job: id, reference, taskId, requestId }, 'video task created');
      return { type: 'task-created', taskId };
    } catch (error) {
      const known = error instanceof ServiceError ? error : undefined;
      log[known ? severityOf(known) : 'error']({ err: error, job: id, reference }, 'video task not created');
      if (known?.creationMayRepeat || (known?.fault === 'aborted' && known.nothingHappened))
        return { type: 'submission-deferred', until: clock.now() + (known.retryAfterMs ?? throttledMs) };
      if (known?.nothingHappened) return { type: 'submission-refused', failure: failureOf(known) };
      return { type: 'answer-lost' };
    }
  }
}

function familyOf(job: VideoJob): ModelFamily {
  return videoModels[job.request.model].family;
}

function failureOf(error: ServiceError): JobFailure {
  return {
    fault: error.fault,
    code: error.code,
    ...(error.requestId ? { requestId: error.requestId } : {}),
  };
}
