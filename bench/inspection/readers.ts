import { once } from 'node:events';
import { Worker } from 'node:worker_threads';
import { pino } from 'pino';
import { Inspectors } from '../../src/media/inspection/inspectors.ts';
import type { InspectionJob } from '../../src/media/inspection/reading.ts';
import { systemClock } from '../../src/operations/clock.ts';

interface Reader {
  read(job: InspectionJob): Promise<unknown>;
  close(): void;
}

export const readers: Readonly<Record<string, () => Reader>> = {
  inspectors: () => {
    const inspectors = new Inspectors({
      clock: systemClock,
      log: pino({ level: 'silent' }),
      limitMs: 60_000,
    });
    return { read: (job) => inspectors.inspect(job, 'results'), close: () => inspectors.close() };
  },
  threads: () => ({
    read: async (job) => {
      const worker = new Worker(new URL('./thread.ts', import.meta.url), {
        workerData: job,
        resourceLimits: { maxOldGenerationSizeMb: 128 },
      });
      const [reading] = await once(worker, 'message');
      await worker.terminate();
      return reading;
    },
    close: () => undefined,
  }),
};
