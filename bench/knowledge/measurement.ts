import type { Measurement } from '../support/measurement.ts';
import { sampleFrom } from '../support/round.ts';

const subject = (name: string, key: string) => ({
  name,
  run: () => sampleFrom({ script: 'bench/knowledge/round.ts', args: [key] }, 120_000),
});

/** What searching a large knowledge base costs, and whether its pages are right. */
export const knowledge: Measurement = {
  name: 'knowledge',
  title: '10,000 documents: 20 people type at the same time; 20 pages read while documents come and go',
  rounds: 3,
  figures: [
    { key: 'suggestP50Ms', label: 'suggestion, p50 ms', digits: 2 },
    { key: 'suggestP95Ms', label: 'suggestion, p95 ms', digits: 2 },
    { key: 'suggestMaxMs', label: 'suggestion, max ms', digits: 2 },
    { key: 'callsBefore', label: 'calls before, in the background' },
    { key: 'callsPerHundredKeys', label: 'calls for 100 keys', digits: 1 },
    { key: 'callsPerPage', label: 'calls for a page (the least is 1)', digits: 2 },
    { key: 'twice', label: 'documents shown twice' },
    { key: 'missed', label: 'documents never shown' },
  ],
  ours: subject('Emcee', 'emcee'),
  alternatives: [subject('a call for each key, pages by number', 'recipe')],
};
