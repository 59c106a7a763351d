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
    { key: 'crossed', label: "captions with somebody else's words in them, %", digits: 1 },
    { key: 'takenBack', label: 'words taken back, of 100 shown', digits: 1 },
    { key: 'wholeP50', label: 'last word → final caption, ms (p50)' },
    { key: 'captionP50', label: 'of that beyond the service, ms (p50)' },
    { key: 'captionP95', label: 'of that beyond the service, ms (p95)' },
    { key: 'voiceP50', label: 'last word → first packet, beyond the service, ms (p50)' },
    { key: 'voiceP95', label: 'last word → first packet, beyond the service, ms (p95)' },
    { key: 'turnP95', label: 'any translation: until the mouth is free and people pause, ms (p95)' },
    {
      key: 'ownP50',
      label: 'any translation: last word → first packet, beyond the service and that, ms (p50)',
    },
    {
      key: 'ownP95',
      label: 'any translation: last word → first packet, beyond the service and that, ms (p95)',
    },
    { key: 'writes', label: 'captions posted and edited' },
    { key: 'busiest', label: 'of these in the busiest 5 s (Discord takes 5)' },
    { key: 'cpuMs', label: 'CPU for a minute of speech, ms' },
    { key: 'memoryKiB', label: 'memory a session, KiB' },
    { key: 'connects', label: 'connects in the meeting' },
    { key: 'hourSessions', label: 'sessions opened in an hour of ordinary talk' },
    { key: 'hourMinutes', label: 'session minutes in that hour' },
    { key: 'hourWaits', label: 'speakers who had to wait for a connect in that hour' },
    { key: 'talkTurnP95', label: 'half an hour of talk: until the mouth is free and people pause, ms (p95)' },
    { key: 'talkOwnP50', label: 'half an hour of talk: first sound → heard, beyond that, ms (p50)' },
    { key: 'talkOwnP95', label: 'half an hour of talk: first sound → heard, beyond that, ms (p95)' },
    { key: 'talkSaid', label: 'half an hour of talk: translations that were said aloud, %', digits: 1 },
  ],
  ours: subject('Emcee', 'emcee'),
  alternatives: [subject('one mixed session a language', 'mixed')],
};
