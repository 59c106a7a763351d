import type { Logger } from 'pino';
import type { Clock } from '../operations/clock.ts';
import type { InHand } from '../operations/in-hand.ts';
import type { TokenBucket } from '../operations/rate-limits.ts';
import { Rounds } from '../operations/rounds.ts';
import { ServiceError } from '../service/errors.ts';
import type { VideoClient } from '../service/video/client.ts';
import type { ListedTask, VideoTask } from '../service/video/task.ts';
import type { Leases } from '../storage/atomic/atomic.ts';
import type { JobIn, VideoJob } from './job.ts';
import type { JobLedger } from './ledger.ts';

export interface SearchParts {
  readonly ledger: JobLedger;
  readonly client: VideoClient;
  readonly clock: Clock;
  readonly log: Logger;
  /** Shared with the poller: list and query calls count together. */
  readonly gate: TokenBucket;
  readonly inHand?: InHand | undefined;
  /** If other processes search, too: whose a found task is. */
  readonly leases?: Pick<Leases, 'acquire'> | undefined;
}

/**
 * Finds the task of a job whose creation answer was lost (field notes 1 and 5): queries tasks of that time and model
 * that no job owns, and the one with the same prompt is the job's. Tasks that don't show their prompt yet, or may
 * belong to a call that's still open, are queried again. If none are left, the person decides.
 */
export class Search {
  readonly #parts: SearchParts;
  /** How often each job's task was looked for. */
  readonly #looks = new Map<string, number>();
  readonly #rounds: Rounds;

  constructor(parts: SearchParts) {
    this.#parts = parts;
    this.#rounds = new Rounds({
      name: 'video search',
      clock: parts.clock,
      log: parts.log,
      // One at a time, because two lost jobs must never take the same task.
      atOnce: 1,
      inHand: parts.inHand,
      // Then the person has to judge whether it was made.
      setAside: async (id) => void (await parts.ledger.apply(id, { type: 'task-not-found' })),
      work: async (id, signal) => await this.#look(id, signal),
    });
    parts.ledger.onEntering(['lost'], (job) => this.#rounds.schedule(job.id, 0));
  }

  start(): void {
    this.#rounds.start();
  }

  /** A job that was being submitted when its process ended has lost its answer, too. */
  async resume(job: VideoJob): Promise<void> {
    if (job.state === 'submitting') await this.#parts.ledger.record(job.id, { type: 'answer-lost' });
    if (job.state === 'lost') this.#rounds.schedule(job.id, 0);
  }

  async close(): Promise<void> {
    await this.#rounds.close();
  }

  async #look(id: string, signal: AbortSignal): Promise<number | undefined> {
    const { ledger, clock, log } = this.#parts;
    const job = await ledger.find(id);
    if (job?.state !== 'lost') {
      this.#looks.delete(id);
      return undefined;
    }
    const round = (this.#looks.get(id) ?? 0) + 1;
    this.#looks.set(id, round);
    const outcome = await this.#candidates(job, signal);
    log.info({ job: id, outcome: typeof outcome, round }, 'searched for a lost video task');
    if (typeof outcome === 'object') {
      await ledger.record(id, { type: 'task-found', taskId: outcome.taskId });
    } else if (this.#mayGiveUp(job, round, outcome)) {
      await ledger.apply(id, { type: 'task-not-found' });
    } else {
      return clock.now() + waitAfterRound(round);
    }
    this.#looks.delete(id);
    return undefined;
  }

  #mayGiveUp(job: JobIn<'lost'>, round: number, outcome: 'none' | 'unclear'): boolean {
    const waitedMs = this.#parts.clock.now() - job.attemptedAt;
    if (waitedMs > longestSearchMs) return true;
    return outcome === 'none' && round >= roundsWithoutCandidate;
  }

  /**
   * The job's task; `none` if no task can be it; `unclear` while one still might be, or the service doesn't answer.
   */
  async #candidates(job: JobIn<'lost'>, signal: AbortSignal): Promise<VideoTask | 'none' | 'unclear'> {
    let verdict: 'none' | 'unclear' = 'none';
    try {
      for await (const { taskId } of this.#listed(job, signal)) {
        const found = await this.#compare(taskId, job, signal);
        if (typeof found === 'object') return found;
        if (found === 'unclear') verdict = 'unclear';
      }
    } catch (error) {
      if (!(error instanceof ServiceError) || signal.aborted) throw error;
      this.#parts.log.warn({ err: error, job: job.id }, 'the search for a lost video task was cut short');
      return error.retryable ? 'unclear' : 'none';
    }
    return verdict;
  }

  async #compare(
    taskId: string,
    job: JobIn<'lost'>,
    signal: AbortSignal,
  ): Promise<VideoTask | 'none' | 'unclear'> {
    const { ledger, client, gate } = this.#parts;
    if (await ledger.owns(taskId)) return 'none';
    await gate.take(signal);
    const task = await client.query(taskId, signal);
    const isLikeOurs = task.originalPrompt === job.request.prompt;
    const mayBeAnothers = isLikeOurs && (await this.#mayBeAnothers(job));
    // Its own job may have got its answer in between: then it has the task, or was still waiting for it just now.
    if (await ledger.owns(taskId)) return 'none';
    if (isLikeOurs && !mayBeAnothers) return (await this.#claim(task, job)) ? task : 'none';
    const saysNothingYet = task.originalPrompt === undefined && mayStillTell(task);
    return saysNothingYet || isLikeOurs ? 'unclear' : 'none';
  }

  /** Another person is asking for exactly the same right now, in whatever process: only that call's answer shows whose task it is. */
  async #mayBeAnothers({ request }: JobIn<'lost'>): Promise<boolean> {
    for await (const other of this.#parts.ledger.beingSubmitted())
      if (other.request.prompt === request.prompt && other.request.model === request.model) return true;
    return false;
  }

  /** Another process may have found it for a job that asked for the same. */
  async #claim({ taskId }: VideoTask, { id }: JobIn<'lost'>): Promise<boolean> {
    const { leases } = this.#parts;
    return !leases || (await leases.acquire(`video task ${taskId}`, id, taskLifeMs)) !== undefined;
  }

  async *#listed(job: JobIn<'lost'>, signal: AbortSignal): AsyncIterable<ListedTask> {
    const { client, gate } = this.#parts;
    const from = job.attemptedAt - clockSkewMs;
    const to = job.attemptedAt + longestAnswerMs;
    for (let page = 1, pages = 1; page <= pages; page += 1) {
      await gate.take(signal);
      const listed = await client.list({ from, to, model: job.request.model, page, pageSize: 100 }, signal);
      yield* listed.tasks;
      pages = Math.min(listed.totalPages, maxPages);
    }
  }
}

/** Our task is created while our call is open, allowing for the difference between the clocks. */
const clockSkewMs = 2 * 60_000;
const longestAnswerMs = 5 * 60_000;
const maxPages = 20;
/** The service forgets a task after a day (document 1, "Limits"). */
const taskLifeMs = 24 * 60 * 60_000;
const roundsWithoutCandidate = 3;
/** A task may run for 3 h (field notes 5), and may only show its prompt at the end. */
const longestSearchMs = 3 * 60 * 60_000;

function waitAfterRound(rounds: number): number {
  return Math.min(5_000 * 2 ** Math.min(rounds - 1, 6), 60_000);
}

function mayStillTell(task: VideoTask): boolean {
  return task.status === 'pending' || task.status === 'running' || task.status === 'unrecognised';
}
