import { tmpdir } from 'node:os';
import type { Logger } from 'pino';
import type { Clock } from '../../operations/clock.ts';
import { Refusal } from '../../refusal/refusal.ts';
import type { AddressPolicy } from '../addresses.ts';
import type { VideoFacts } from '../mp4-file.ts';
import { inTemporaryFolder } from '../temporary-folder.ts';
import { Inspector, type SpawnInspector, spawnInspector } from './inspector.ts';
import type { Inspection, InspectionJob, InspectionQueue, Readings } from './reading.ts';

/** Reading takes milliseconds. A file that takes longer was made to. */
const inspectionLimitMs = 2_000;
/** People's files may use all but one. */
const inspectorsAtOnce = 3;
/** Per queue. */
const longestLine = 50;
/** How many may wait. The files of one request come one after another, so an honest person has one or two waiting. */
const mostOfOnePerson = 4;
/** After this the processes end, and the next file waits a third of a second for a new one. */
const idleLimitMs = 60_000;
const startAttempts = 2;

export interface InspectorsParts {
  readonly clock: Clock;
  readonly log: Logger;
  /** Where people's files are while they're looked at. Default: the machine's folder for that. */
  readonly folder?: string;
  readonly spawn?: SpawnInspector;
  readonly atOnce?: number;
  readonly limitMs?: number;
  readonly idleMs?: number;
  readonly longestLine?: number;
}

interface Waiting {
  readonly job: InspectionJob;
  readonly queue: InspectionQueue;
  /** The person whose file it is; undefined for the service's. */
  readonly personId: string | undefined;
  readonly answer: PromiseWithResolvers<Inspection<unknown>>;
}

/**
 * Reads foreign files in a few limited processes, so a file made to keep a parser busy or fill the memory costs that
 * process and not the bot. Processes start when they're needed and read one file after another. Finished videos come
 * before people's files, which never take the last process. Among people, those without a file being read go first.
 */
export class Inspectors {
  readonly #parts: InspectorsParts;
  readonly #queues: Record<InspectionQueue, Waiting[]> = { results: [], given: [] };
  readonly #busy: Record<InspectionQueue, number> = { results: 0, given: 0 };
  /** The people whose files are being read. */
  #readOf: readonly string[] = [];
  readonly #all = new Set<Inspector>();
  readonly #resting: Inspector[] = [];
  #rest = new AbortController();
  #closed = false;

  constructor(parts: InspectorsParts) {
    this.#parts = parts;
  }

  /**
   * @param personId whose file it is
   * @throws Refusal `files-busy` if no process is free in time, `own-files-busy` if too many of this person's files are
   * waiting, `shutting-down` once closing has begun
   */
  async inspect<Job extends InspectionJob>(
    job: Job,
    queue: InspectionQueue,
    personId?: string,
  ): Promise<Inspection<Readings[Job['kind']]>> {
    if (this.#closed) throw shuttingDown();
    const waiting = this.#queues[queue];
    if (waiting.length >= (this.#parts.longestLine ?? longestLine)) throw busy();
    const ofThem = waiting.filter((waiting) => personId !== undefined && waiting.personId === personId);
    if (ofThem.length >= mostOfOnePerson) throw new Refusal({ code: 'own-files-busy' });
    const answer = Promise.withResolvers<Inspection<unknown>>();
    waiting.push({ job, queue, personId, answer });
    this.#serve();
    const inspection = await answer.promise;
    if (inspection.is === 'unread') {
      this.#parts.log.warn({ kind: job.kind, queue, why: inspection.why }, "couldn't inspect a file");
    }
    // `read.ts` returns this for a job of this kind.
    return inspection as Inspection<Readings[Job['kind']]>;
  }

  /** Where folders for files are made. */
  get folder(): string {
    return this.#parts.folder ?? tmpdir();
  }

  /** Does the work with a folder for its files, which is gone afterwards. */
  async inFolder<Result>(work: (folder: string) => Promise<Result>): Promise<Result> {
    return await inTemporaryFolder(this.folder, work);
  }

  /** Ends the processes. Waiting callers are told that it's over. */
  close(): void {
    this.#closed = true;
    this.#rest.abort();
    for (const { answer } of [...this.#queues.results.splice(0), ...this.#queues.given.splice(0)]) {
      answer.reject(shuttingDown());
    }
    for (const inspector of this.#all) inspector.end();
  }

  #serve(): void {
    for (let next = this.#next(); next; next = this.#next()) {
      this.#rest.abort();
      void this.#work(next);
    }
  }

  #next(): Waiting | undefined {
    const atOnce = this.#parts.atOnce ?? inspectorsAtOnce;
    const { results, given } = this.#busy;
    if (results + given >= atOnce) return undefined;
    return this.#queues.results.shift() ?? (given < Math.max(1, atOnce - 1) ? this.#nextGiven() : undefined);
  }

  #nextGiven(): Waiting | undefined {
    const waiting = this.#queues.given;
    const first = waiting.findIndex(({ personId }) => !personId || !this.#readOf.includes(personId));
    return waiting.splice(Math.max(0, first), 1)[0];
  }

  async #work({ job, queue, personId, answer }: Waiting): Promise<void> {
    this.#busy[queue] += 1;
    if (personId) this.#readOf = [...this.#readOf, personId];
    try {
      const inspector = await this.#ready();
      const inspection = await inspector.read(job, this.#parts.limitMs ?? inspectionLimitMs);
      if (this.#closed) throw shuttingDown();
      if (inspector.alive) this.#resting.push(inspector);
      else this.#all.delete(inspector);
      answer.resolve(inspection);
    } catch (error) {
      answer.reject(error);
    } finally {
      this.#busy[queue] -= 1;
      if (personId) this.#readOf = this.#readOf.toSpliced(this.#readOf.indexOf(personId), 1);
      this.#serve();
      if (this.#resting.length === this.#all.size) this.#restUntilNeeded();
    }
  }

  async #ready(): Promise<Inspector> {
    for (let rested = this.#resting.pop(); rested; rested = this.#resting.pop()) {
      if (rested.alive) return rested;
      this.#all.delete(rested);
    }
    for (let attempt = 1; attempt <= startAttempts && !this.#closed; attempt += 1) {
      const started = this.#start();
      if (!started) continue;
      this.#all.add(started);
      if (await started.ready()) return started;
      this.#all.delete(started);
    }
    throw this.#closed ? shuttingDown() : busy();
  }

  #start(): Inspector | undefined {
    const { spawn = spawnInspector, clock, log } = this.#parts;
    try {
      return new Inspector(spawn, clock);
    } catch (error) {
      log.error({ err: error }, "couldn't start an inspector");
      return undefined;
    }
  }

  /** Ends the processes if nobody needs them for a while. */
  #restUntilNeeded(): void {
    this.#rest.abort();
    this.#rest = new AbortController();
    const { signal } = this.#rest;
    void this.#parts.clock.sleep(this.#parts.idleMs ?? idleLimitMs, signal).then(
      () => {
        for (const inspector of this.#resting.splice(0)) {
          this.#all.delete(inspector);
          inspector.end();
        }
      },
      () => undefined,
    );
  }
}

const busy = () => new Refusal({ code: 'files-busy' });
const shuttingDown = () => new Refusal({ code: 'shutting-down' });

/** A file that a person gave, and what reads it. */
export interface GivenFile {
  readonly inspectors: Inspectors;
  /** The person who gave it. */
  readonly personId: string;
  readonly url: string;
  /** What brought it, for the sentences. */
  readonly option: string;
  readonly policy: AddressPolicy;
  readonly signal?: AbortSignal | undefined;
}

/**
 * Reads a person's file.
 * @throws Refusal `file-unreadable` if it can't be read within the limits; `files-busy`, `own-files-busy` or
 * `shutting-down`
 */
export async function inspectGiven<Job extends InspectionJob>(
  { inspectors, personId, option }: GivenFile,
  job: Job,
): Promise<Readings[Job['kind']]> {
  const inspection = await inspectors.inspect(job, 'given', personId);
  if (inspection.is === 'unread') throw new Refusal({ code: 'file-unreadable', option });
  return inspection.reading;
}

/**
 * What a file shows that should be a video. `uninspected`: reading it took too long or ended its process, so nobody knows.
 * @throws Refusal `files-busy` or `shutting-down`
 */
export async function inspectVideo(
  inspectors: Inspectors,
  path: string,
): Promise<VideoFacts | 'no-video' | 'uninspected'> {
  const inspection = await inspectors.inspect({ kind: 'video', path }, 'results');
  return inspection.is === 'unread' ? 'uninspected' : (inspection.reading ?? 'no-video');
}
