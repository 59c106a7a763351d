import type { Measurement } from '../support/measurement.ts';
import { sampleFrom } from '../support/round.ts';

const nodeOptions = ['--expose-gc'];
const subject = (name: string, keepDays: number) => ({
  name,
  run: (folder: string) =>
    sampleFrom(
      { script: 'bench/retention/round.ts', args: [folder, String(keepDays)], nodeOptions },
      30 * 60_000,
    ),
});

/** A bot that has run for long. */
export const retention: Measurement = {
  name: 'retention',
  title: '100,000 videos made over 100 simulated days, the last 10,000 against the second 10,000',
  rounds: 1,
  figures: [
    { key: 'earlyMsPerJob', label: 'CPU a video, second 10,000, ms', digits: 2 },
    { key: 'lateMsPerJob', label: 'CPU a video, last 10,000, ms', digits: 2 },
    { key: 'msRatio', label: 'ratio', digits: 2 },
    { key: 'earlyStoreMiB', label: 'store after 20,000, MiB', digits: 1 },
    { key: 'lateStoreMiB', label: 'store after 100,000, MiB', digits: 1 },
    { key: 'storeRatio', label: 'ratio', digits: 2 },
    { key: 'earlyHeapMiB', label: 'heap after 20,000, MiB', digits: 1 },
    { key: 'lateHeapMiB', label: 'heap after 100,000, MiB', digits: 1 },
    { key: 'heapRatio', label: 'ratio', digits: 2 },
    { key: 'records', label: 'records at the end' },
    { key: 'restartMs', label: 'a restart at the end, ms' },
    { key: 'sweepMaxMs', label: 'longest turn of the event loop in a sweep, ms', digits: 1 },
  ],
  ours: subject('KEEP_DAYS=10', 10),
  alternatives: [subject('everything kept', 3_650)],
};
