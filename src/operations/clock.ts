import { steadyTime } from './steady-time.ts';

/** Time as a dependency: everything that waits or uses timestamps takes one, so tests control the time. */
export interface Clock {
  /** Milliseconds since the epoch; never goes back. */
  now(): number;
  /** Resolves after `durationMs`; rejects with the signal's reason as soon as the signal aborts. */
  sleep(durationMs: number, signal?: AbortSignal): Promise<void>;
}

export const systemClock: Clock = {
  now: steadyTime(Date.now, () => performance.now()),
  sleep: (durationMs, signal) =>
    new Promise((resolve, reject) => {
      if (signal?.aborted) {
        reject(signal.reason);
        return;
      }
      const onAbort = () => {
        clearTimeout(timer);
        reject(signal?.reason);
      };
      const timer = setTimeout(() => {
        signal?.removeEventListener('abort', onAbort);
        resolve();
      }, durationMs);
      signal?.addEventListener('abort', onAbort, { once: true });
    }),
};

/** How many small steps in a row stay well under 10 ms. */
export const stepsBetweenBreaths = 50;

/** Lets the event loop handle everything else first, which promises alone never do. */
export async function breath(): Promise<void> {
  await new Promise((resolve) => setImmediate(resolve));
}
