import type { Measurement } from '../support/measurement.ts';
import { sampleFrom } from '../support/round.ts';

const nodeOptions = ['--expose-gc'];
const subject = (name: string, how: string) => ({
  name,
  run: (folder: string) =>
    sampleFrom({ script: 'bench/start/round.ts', args: [how, folder], nodeOptions }, 900_000),
});

/** A start after a long life. */
export const start: Measurement = {
  name: 'start',
  title: 'a start behind 1,000,000 finished videos, with 20 under way',
  rounds: 1,
  // Filling the store takes minutes.
  onlyWhenNamed: true,
  figures: [
    { key: 'startMs', label: 'store opened and videos resumed, ms' },
    { key: 'rssMiB', label: 'resident after that, MiB' },
    { key: 'openJobs', label: 'jobs resumed' },
    { key: 'listMs', label: 'the newest 25 of a member, ms', digits: 1 },
    { key: 'storeMiB', label: 'store, MiB' },
  ],
  ours: subject('what is open is read', 'open'),
  alternatives: [subject('everything is read, a line of each kept', 'everything')],
};
