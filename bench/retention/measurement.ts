import type { Measurement } from '../support/measurement.ts';
import { sampleFrom } from '../support/round.ts';

const nodeOptions = ['--expose-gc'];
const keepDays = 10;

/** A bot that has run for long: against itself when it was young. */
export const retention: Measurement = {
  name: 'retention',
  title: '100,000 videos made over 100 simulated days with KEEP_DAYS=10',
  rounds: 1,
  onlyWhenNamed: true,
  figures: [
    { key: 'earlyMsPerJob', label: 'CPU a video, second 10,000, ms', digits: 2 },
    { key: 'lateMsPerJob', label: 'CPU a video, last 10,000, ms', digits: 2 },
    { key: 'msRatio', label: 'last ÷ second', digits: 2 },
    { key: 'earlyStoreMiB', label: 'store after 20,000, MiB', digits: 1 },
    { key: 'lateStoreMiB', label: 'store after 100,000, MiB', digits: 1 },
    { key: 'storeRatio', label: 'last ÷ second', digits: 2 },
    { key: 'earlyHeapMiB', label: 'heap after 20,000, MiB', digits: 1 },
    { key: 'lateHeapMiB', label: 'heap after 100,000, MiB', digits: 1 },
    { key: 'heapRatio', label: 'last ÷ second', digits: 2 },
    { key: 'records', label: 'records at the end' },
    { key: 'restartMs', label: 'a restart at the end, ms' },
    { key: 'sweepMaxMs', label: 'most work in one turn of the event loop on a day of sweeps, ms', digits: 1 },
  ],
  ours: {
    name: `KEEP_DAYS=${keepDays}`,
    run: (folder) =>
      sampleFrom(
        { script: 'bench/retention/round.ts', args: [folder, String(keepDays)], nodeOptions },
        60 * 60_000,
      ),
  },
  alternatives: [],
};
