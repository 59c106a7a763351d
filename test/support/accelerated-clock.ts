import type { Clock } from '../../src/operations/clock.ts';
import { systemClock } from '../../src/operations/clock.ts';

/** Where a fast clock began, in real time: processes that share it agree on what time it is. */
export interface ClockStart {
  /** Epoch milliseconds. */
  readonly startedAt: number;
  /** How many seconds pass in one. */
  readonly speed: number;
}

/** Real time, faster: hours of waiting take minutes, and everything else takes as long as it takes. */
export function acceleratedClock({ startedAt, speed }: ClockStart): Clock {
  return {
    now: () => Math.floor(startedAt + (performance.timeOrigin + performance.now() - startedAt) * speed),
    sleep: async (durationMs, signal) => await systemClock.sleep(durationMs / speed, signal),
  };
}
