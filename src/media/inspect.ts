import { Worker } from 'node:worker_threads';
import { Turns } from '../operations/turns.ts';

export type InspectionJob =
  | { readonly kind: 'audio' | 'video'; readonly path: string }
  | { readonly kind: 'reference'; readonly path: string; readonly maxImageBytes: number };

/** Parsing takes milliseconds; what takes longer was made to take long. */
export const longestInspectionMs = 10_000;
const maxHeapMegabytes = 128;
const turns = new Turns();

/**
 * Parses a file in a thread of its own, one at a time: a file made to keep a parser busy, or to fill the memory, costs
 * that thread and not the bot's heartbeat. Resolves to `otherwise` when the thread comes to no result in time.
 */
export async function inspect<Result>(
  job: InspectionJob,
  timeoutMs: number,
  otherwise: Result,
): Promise<Result> {
  return await turns.take('inspection', async () => {
    const worker = new Worker(new URL('./inspection-worker.ts', import.meta.url), {
      workerData: job,
      execArgv: [],
      resourceLimits: { maxOldGenerationSizeMb: maxHeapMegabytes },
      stdout: true,
      stderr: true,
    });
    // Parsers complain on the console about what they read; nobody needs that, and it must not pile up.
    worker.stdout.resume();
    worker.stderr.resume();
    const { promise, resolve } = Promise.withResolvers<Result>();
    worker.once('message', (message: { result: Result }) => resolve(message.result));
    worker.once('error', () => resolve(otherwise));
    worker.once('exit', () => resolve(otherwise));
    const timer = setTimeout(() => resolve(otherwise), timeoutMs);
    try {
      return await promise;
    } finally {
      clearTimeout(timer);
      await worker.terminate();
    }
  });
}
