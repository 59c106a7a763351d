import type { Logger } from 'pino';
import type { Clock } from '../operations/clock.ts';
import { Alarm } from './alarm.ts';
import type { JobIn, VideoJob } from './job.ts';
import { lineOf, type Waiting } from './line.ts';
import { RateGate } from './rate-gate.ts';

export interface LaneLimits {
  readonly createsPerSecond: number;
  readonly tasksAtOnce: number;
}

export interface LaneParts {
  readonly name: string;
  readonly clock: Clock;
  readonly log: Logger;
  readonly limits: LaneLimits;
  readonly waiting: () => readonly JobIn<'accepted'>[];
  /** Jobs that have, or may have, a task at the service. */
  readonly holding: () => readonly VideoJob[];
  readonly submit: (id: string, signal: AbortSignal) => Promise<void>;
}

/** After an error of our own a job waits so long before its next try. */
const pauseMs = 30_000;

/** One line of jobs in front of one pair of account limits: members in turn, never too many, never too fast. */
export class Lane {
  readonly #parts: LaneParts;
  readonly #gate: RateGate;
  readonly #alarm: Alarm;
  readonly #stop = new AbortController();
  readonly #starting = new Map<string, Promise<void>>();
  readonly #pausedUntil = new Map<string, number>();
  readonly #lastServed = new Map<string, number>();
  #turn = 0;
  #loop: Promise<void> = Promise.resolve();

  constructor(parts: LaneParts) {
    this.#parts = parts;
    this.#gate = new RateGate(parts.clock, parts.limits.createsPerSecond);
    this.#alarm = new Alarm(parts.clock);
  }

  start(): void {
    this.#loop = this.#run().catch((error: unknown) => {
      if (!this.#stop.signal.aborted)
        this.#parts.log.error({ err: error, lane: this.#parts.name }, 'a lane ended');
    });
  }

  wake(): void {
    this.#alarm.ring();
  }

  /** Stops starting, and waits for the calls that are on their way. */
  async close(): Promise<void> {
    this.#stop.abort();
    await this.#loop;
    await Promise.allSettled(this.#starting.values());
  }

  ahead(id: string): number {
    return Math.max(
      0,
      this.#line().findIndex((job) => job.id === id),
    );
  }

  async #run(): Promise<void> {
    for (;;) {
      const wakeAt = this.#startDue();
      await this.#alarm.wait(wakeAt, this.#stop.signal);
    }
  }

  /** Starts what may be started; returns when the next one may, if that is a matter of time. */
  #startDue(): number | undefined {
    const { clock, limits, holding } = this.#parts;
    let room = limits.tasksAtOnce - holding().length - this.#starting.size;
    if (room < 1) return undefined;
    const now = clock.now();
    const line = this.#line();
    for (const job of line) {
      if (room < 1) return undefined;
      if (this.#readyAt(job) > now) continue;
      room -= 1;
      this.#turn += 1;
      this.#lastServed.set(job.userId, this.#turn);
      this.#starting.set(job.id, this.#begin(job.id));
    }
    const later = line.map((job) => this.#readyAt(job)).filter((at) => at > now);
    return later.length === 0 ? undefined : Math.min(...later);
  }

  async #begin(id: string): Promise<void> {
    const { clock, log, name, submit } = this.#parts;
    const { signal } = this.#stop;
    try {
      await this.#gate.pass(signal);
      await submit(id, signal);
    } catch (error) {
      if (!signal.aborted) {
        log.error({ err: error, lane: name, job: id }, 'a submission failed; it is tried again');
        this.#pausedUntil.set(id, clock.now() + pauseMs);
      }
    } finally {
      this.#starting.delete(id);
      this.#alarm.ring();
    }
  }

  #readyAt(job: WaitingJob): number {
    return Math.max(job.notBefore, this.#pausedUntil.get(job.id) ?? 0);
  }

  #line(): WaitingJob[] {
    const waiting = this.#parts
      .waiting()
      .filter(({ id }) => !this.#starting.has(id))
      .map(({ id, requester, acceptedAt, notBefore }) => ({
        id,
        userId: requester.userId,
        acceptedAt,
        notBefore,
      }));
    const held = new Map<string, number>();
    for (const { requester } of this.#parts.holding()) {
      held.set(requester.userId, (held.get(requester.userId) ?? 0) + 1);
    }
    return lineOf(waiting, { held, lastServed: this.#lastServed });
  }
}

type WaitingJob = Waiting & { readonly notBefore: number };
