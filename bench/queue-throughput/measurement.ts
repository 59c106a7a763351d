import type { Measurement } from '../support/measurement.ts';
import { sampleFrom } from '../support/round.ts';

const subject = (name: string, script: string, ...more: string[]) => ({
  name,
  run: (folder: string) =>
    sampleFrom({ script: `bench/queue-throughput/${script}`, args: [...more, folder] }, 120_000),
});

/** How much of what the account may do is done while people wait. */
export const queueThroughput: Measurement = {
  name: 'queue-throughput',
  title: '600 jobs waiting for an account of 5 creations a second and 5 places (small models: 2 and 2)',
  rounds: 2,
  figures: [
    { key: 'rateStandard', label: 'creations allowed that were made, %', digits: 1 },
    { key: 'rateSmall', label: 'the same for the small models, %', digits: 1 },
    { key: 'placesStandard', label: 'places that were busy, %', digits: 1 },
    { key: 'placesSmall', label: 'the same for the small models, %', digits: 1 },
    { key: 'refusals', label: 'calls that the service refused' },
    { key: 'peopleRefused', label: 'people sent away by the bot' },
  ],
  ours: subject('studio', 'studio-round.ts'),
  alternatives: [
    subject('one job a second', 'recipe-round.ts', 'one-a-second'),
    subject('refuse above the limit', 'recipe-round.ts', 'refuse'),
  ],
};
