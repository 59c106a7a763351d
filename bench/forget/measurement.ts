import type { Measurement } from '../support/measurement.ts';
import { sampleFrom } from '../support/round.ts';

const nodeOptions = ['--expose-gc'];
const subject = (name: string, how: string) => ({
  name,
  run: (folder: string) =>
    sampleFrom({ script: 'bench/forget/round.ts', args: [how, folder], nodeOptions }, 900_000),
});

/** Forgetting a person who has asked for a lot, in a store of many. */
export const forget: Measurement = {
  name: 'forget',
  title: 'a person with 10,000 records is forgotten in a store of 1,000,000',
  rounds: 1,
  // Filling the store takes minutes.
  onlyWhenNamed: true,
  figures: [
    { key: 'forgetMs', label: 'forgotten, log moved into the store included, ms' },
    { key: 'deleted', label: 'records deleted' },
    { key: 'left', label: 'files that still have the id' },
    { key: 'turnCpuMs', label: 'CPU of one turn of the event loop at most, ms', digits: 1 },
    { key: 'loopMaxMs', label: 'event loop late at most, ms', digits: 1 },
  ],
  ours: subject('by the index of people', 'ours'),
  alternatives: [subject('everything is looked through', 'everything')],
};
