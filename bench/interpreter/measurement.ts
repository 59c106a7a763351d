import type { Measurement } from '../support/measurement.ts';
import { sampleFrom } from '../support/round.ts';

const subject = (name: string, key: string) => ({
  name,
  run: () => sampleFrom({ script: 'bench/interpreter/round.ts', args: [key] }, 400_000),
});

/** Whose words are where, how soon, and at what cost. */
export const interpreter: Measurement = {
  name: 'interpreter',
  title: 'a meeting of three people in three languages, 5 % lost, 60 ms of jitter',
  // It takes as long as a meeting does.
  rounds: 1,
  figures: [
    { key: 'whole', label: 'translations that arrived whole, under their speaker, %', digits: 1 },
    { key: 'attributed', label: 'captions under the right speaker, %', digits: 1 },
    { key: 'crossed', label: 'captions with somebody else’s words in them, %', digits: 1 },
    { key: 'takenBack', label: 'words taken back, of 100 shown', digits: 1 },
    { key: 'wholeP50', label: 'last word → final caption, ms (p50)' },
    { key: 'captionP50', label: 'of that beyond the service, ms (p50)' },
    { key: 'captionP95', label: 'of that beyond the service, ms (p95)' },
    { key: 'voiceP50', label: 'last word → first packet, beyond the service, ms (p50)' },
    { key: 'voiceP95', label: 'last word → first packet, beyond the service, ms (p95)' },
    { key: 'writes', label: 'captions posted and edited' },
    { key: 'busiest', label: 'of these in the busiest 5 s (Discord takes 5)' },
    { key: 'cpuMs', label: 'CPU for a minute of speech, ms' },
    { key: 'memoryKiB', label: 'memory a session, KiB' },
    { key: 'connects', label: 'connects in the meeting' },
    { key: 'hourSessions', label: 'sessions opened in an hour of ordinary talk' },
    { key: 'hourMinutes', label: 'session minutes in that hour' },
  ],
  ours: subject('Emcee', 'emcee'),
  alternatives: [subject('one mixed session a language', 'mixed')],
};
