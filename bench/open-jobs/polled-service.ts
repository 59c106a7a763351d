import { setTimeout as wait } from 'node:timers/promises';
import type { Sample } from '../support/measurement.ts';

const answerMs = 50;
const queriesPerSecond = 20;

/** A service on which every task runs on, and that counts how it is asked. */
export class PolledService {
  readonly #polls: number[] = [];

  async query(taskId: string) {
    this.#polls.push(performance.now());
    await wait(answerMs);
    return { taskId, status: 'running' as const };
  }

  /** What was asked from `from` to `until` (`performance.now()`). */
  read(from: number, until: number): Sample {
    const seconds = new Map<number, number>();
    const polls = this.#polls.filter((at) => at >= from && at < until);
    for (const at of polls) {
      const second = Math.floor((at - from) / 1_000);
      seconds.set(second, (seconds.get(second) ?? 0) + 1);
    }
    const counts = [...seconds.values()];
    return {
      pollsPerSecond: (polls.length / (until - from)) * 1_000,
      mostPollsInASecond: Math.max(0, ...counts),
      pollsAboveLimit: counts.reduce((sum, count) => sum + Math.max(0, count - queriesPerSecond), 0),
    };
  }
}
