import type { Measurement } from '../support/measurement.ts';
import { sampleFrom } from '../support/round.ts';

const subject = (name: string, keeper: string) => ({
  name,
  run: (folder: string) => sampleFrom({ script: 'bench/spending/round.ts', args: [keeper, folder] }, 300_000),
});

/** What it costs to stay within limits, and whether they hold. */
export const spending: Measurement = {
  name: 'spending',
  title:
    '100,000 members have spent; reservations settled 50 at a time, decisions one after another, two rivals',
  rounds: 3,
  figures: [
    { key: 'pairsPerSecond', label: 'reserved and settled, a second' },
    { key: 'gateP50Ms', label: 'one decision, p50 ms', digits: 2 },
    { key: 'gateP99Ms', label: 'one decision, p99 ms', digits: 2 },
    { key: 'gateCpuP99Ms', label: 'of it CPU of the bot, p99 ms', digits: 2 },
    { key: 'flushP50Ms', label: '40 kB written and flushed alone, p50 ms', digits: 2 },
    { key: 'flushP99Ms', label: '40 kB written and flushed alone, p99 ms', digits: 2 },
    { key: 'leftP99Ms', label: "what's left, p99 ms", digits: 3 },
    { key: 'letThrough', label: 'let through of a limit of 100, by two at once' },
  ],
  ours: subject('the store decides', 'store'),
  alternatives: [subject('PostgreSQL decides', 'postgres'), subject('Keyv, read and then written', 'keyv')],
};
