import type { Measurement } from '../support/measurement.ts';
import { sampleFrom } from '../support/round.ts';

const subject = (name: string, bot: string) => ({
  name,
  run: (folder: string) =>
    sampleFrom({ script: 'bench/acknowledgement/round.ts', args: [bot, folder] }, 45_000),
});

/** The rule that Discord holds every bot to: an answer within 3 s, whatever else it is doing. */
export const acknowledgement: Measurement = {
  name: 'acknowledgement',
  title:
    '200 × /video text at the same moment; a bot that made 1,000 videos before; a creation call takes 500 ms',
  rounds: 3,
  figures: [
    { key: 'answeredP50Ms', label: 'dispatch to answer, p50 ms' },
    { key: 'answeredP95Ms', label: 'dispatch to answer, p95 ms' },
    { key: 'answeredP99Ms', label: 'dispatch to answer, p99 ms' },
    { key: 'answeredMaxMs', label: 'dispatch to answer, max ms' },
    { key: 'seenP50Ms', label: 'command sent to success seen, p50 ms' },
    { key: 'seenP99Ms', label: 'command sent to success seen, p99 ms' },
    { key: 'tooLate', label: 'not answered within 3 s' },
    { key: 'refused', label: 'answers that Discord refused' },
    { key: 'writtenDown', label: 'commands written down in the end' },
    { key: 'loopP50Ms', label: 'event-loop delay, p50 ms', digits: 1 },
    { key: 'loopMaxMs', label: 'event-loop delay, max ms', digits: 1 },
  ],
  ours: subject('emcee', 'emcee'),
  alternatives: [
    subject('only defers', 'bare'),
    subject('file, then defers', 'record-first'),
    subject('file, creation, then defers', 'creation-first'),
  ],
};
