import type { Clock } from './clock.ts';

/** What `withTimeout` resolves to if the work took too long. */
export const timedOut: unique symbol = Symbol('timed out');

/**
 * The result of the work, or `timedOut` after `limitMs` (never, if that's infinite). The work itself continues.
 * @throws what the work throws, or the signal's reason as soon as it aborts
 */
export async function withTimeout<Result>(
  work: PromiseLike<Result>,
  limitMs: number,
  clock: Clock,
  signal?: AbortSignal,
): Promise<Result | typeof timedOut> {
  signal?.throwIfAborted();
  const settled = new AbortController();
  const either = signal ? AbortSignal.any([signal, settled.signal]) : settled.signal;
  const wait = Number.isFinite(limitMs) ? clock.sleep(limitMs, either) : untilAborted(either);
  const late = wait.then((): typeof timedOut => timedOut);
  late.catch(() => undefined);
  try {
    return await Promise.race([work, late]);
  } finally {
    settled.abort();
  }
}

function untilAborted(signal: AbortSignal): Promise<never> {
  return new Promise((_, reject) => {
    signal.addEventListener('abort', () => reject(signal.reason), { once: true });
  });
}
