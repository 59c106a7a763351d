import type { Measurement } from '../support/measurement.ts';
import { sampleFrom } from '../support/round.ts';

const subject = (name: string, keeper: string) => ({
  name,
  run: (folder: string) => sampleFrom({ script: 'bench/storage/round.ts', args: [keeper, folder] }, 30_000),
});

/** What keeping a job costs. */
export const storage: Measurement = {
  name: 'storage',
  title: '10,000 video jobs kept; jobs written one after another, 50 at a time, and all read',
  rounds: 3,
  figures: [
    { key: 'oneByOnePerSecond', label: 'writes/s, one after another' },
    { key: 'togetherPerSecond', label: 'writes/s, 50 at a time' },
    { key: 'readAllMs', label: 'open and read all, ms' },
  ],
  ours: subject('store', 'store'),
  alternatives: [
    subject('one JSON file', 'json-file'),
    subject('Keyv, one transaction a write', 'plain-keyv'),
  ],
};
