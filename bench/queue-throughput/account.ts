import type { Clock } from '../../src/operations/clock.ts';
import type { AccountLimits } from '../../src/video/submission-queue.ts';

/** Document 1: a task takes about 1 to 5 minutes. */
const shortestTaskMs = 60_000;
const longestTaskMs = 300_000;

interface AccountTask {
  readonly startsAt: number;
  readonly endsAt: number;
}

/** One account of the service, for one family of models: takes tasks within its limits, and knows how busy it was. */
export class Account {
  readonly #clock: Clock;
  readonly #limits: AccountLimits;
  readonly #tasks: AccountTask[] = [];
  readonly #createdAt: number[] = [];
  refusals = 0;
  /** People whom the bot itself sent away. */
  peopleRefused = 0;

  constructor(clock: Clock, limits: AccountLimits) {
    this.#clock = clock;
    this.#limits = limits;
  }

  /** The id of the task; undefined above the rate. Above the places a task waits for the first that is free. */
  create(): string | undefined {
    const now = this.#clock.now();
    const lately = this.#createdAt.filter((at) => now - at < 1_000);
    if (lately.length >= this.#limits.createsPerSecond) {
      this.refusals += 1;
      return undefined;
    }
    this.#createdAt.push(now);
    const ends = this.#tasks.map(({ endsAt }) => endsAt).sort((a, b) => b - a);
    const startsAt = Math.max(now, ends[this.#limits.tasksAtOnce - 1] ?? now);
    return String(this.#tasks.push({ startsAt, endsAt: startsAt + this.#lengthMs() }) - 1);
  }

  endedAt(taskId: string): number | undefined {
    const endsAt = this.#tasks[Number(taskId)]?.endsAt;
    return endsAt !== undefined && endsAt <= this.#clock.now() ? endsAt : undefined;
  }

  /** Percent of its places that were busy in a time. */
  placesUsed(from: number, until: number): number {
    const busyMs = this.#tasks.reduce(
      (sum, { startsAt, endsAt }) => sum + Math.max(0, Math.min(endsAt, until) - Math.max(startsAt, from)),
      0,
    );
    return (busyMs / ((until - from) * this.#limits.tasksAtOnce)) * 100;
  }

  /** Percent of the creations that were allowed in a time. */
  rateUsed(from: number, until: number): number {
    const created = this.#createdAt.filter((at) => at >= from && at < until).length;
    return (created / (((until - from) / 1_000) * this.#limits.createsPerSecond)) * 100;
  }

  /** The same lengths in the same order foreverybody: 60 to 300 s in steps that do not repeat. */
  #lengthMs(): number {
    const share = (this.#tasks.length * 0.618_034) % 1;
    return shortestTaskMs + share * (longestTaskMs - shortestTaskMs);
  }
}
