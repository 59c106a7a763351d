import type { Measurement } from '../support/measurement.ts';
import { sampleFrom } from '../support/round.ts';

const subject = (name: string, reader: string) => ({
  name,
  run: (folder: string) =>
    sampleFrom({ script: 'bench/inspection/round.ts', args: [reader, folder] }, 120_000),
});

/** What looking at a foreign file costs. */
export const inspection: Measurement = {
  name: 'inspection',
  title: '60 small videos judged, one after another',
  rounds: 5,
  figures: [
    { key: 'cpuMs', label: 'CPU a file, ms', digits: 1 },
    { key: 'wallMs', label: 'time a file, ms', digits: 1 },
    { key: 'firstMs', label: 'the first file, ms' },
  ],
  ours: subject('inspectors', 'inspectors'),
  alternatives: [subject('a thread for each file', 'threads')],
};
