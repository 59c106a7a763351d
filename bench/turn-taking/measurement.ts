import type { Measurement } from '../support/measurement.ts';
import { sampleFrom } from '../support/round.ts';

const subject = (name: string, player: string) => ({
  name,
  run: () => sampleFrom({ script: 'bench/turn-taking/round.ts', args: [player] }, 300_000),
});

/** Who is heard, who stops whom, and when someone has finished. */
export const turnTaking: Measurement = {
  name: 'turn-taking',
  title: 'turns spoken by machine voices: clean, 5 % lost, with echo, two at once',
  // Everything in it is drawn from a seed: a second round would be the same.
  rounds: 1,
  figures: [
    { key: 'turns', label: 'turns' },
    { key: 'duckMs', label: 'interruption → quieter, ms (p95)' },
    { key: 'decideMs', label: 'interruption → stops, ms (p95)' },
    { key: 'missed', label: 'interruptions missed, %', digits: 1 },
    { key: 'quieted', label: 'silenced by backchannels or echo for a moment, %', digits: 1 },
    { key: 'stopped', label: 'stopped by backchannels or echo, %', digits: 1 },
    { key: 'stayed', label: 'of these not taken up again in 2 s, % of all', digits: 1 },
    { key: 'hard-decideMs', label: 'hard sentences: interruption → stops, ms (p95)' },
    { key: 'hard-missed', label: 'hard sentences: missed, %', digits: 1 },
    { key: 'hard-quieted', label: 'hard sentences: silenced by backchannels for a moment, %', digits: 1 },
    { key: 'hard-stopped', label: 'hard sentences: stopped by backchannels, %', digits: 1 },
    { key: 'hard-stayed', label: 'hard sentences: not taken up again in 2 s, %', digits: 1 },
    { key: 'fresh-decideMs', label: 'fresh sentences: interruption → stops, ms (p95)' },
    { key: 'fresh-missed', label: 'fresh sentences: missed, %', digits: 1 },
    { key: 'fresh-quieted', label: 'fresh sentences: silenced by backchannels for a moment, %', digits: 1 },
    { key: 'fresh-stopped', label: 'fresh sentences: stopped by backchannels, %', digits: 1 },
    { key: 'fresh-stayed', label: 'fresh sentences: not taken up again in 2 s, %', digits: 1 },
    { key: 'cutOff', label: 'cut off at a pause of 300 ms, %', digits: 1 },
    { key: 'endMs', label: 'last word → turn over, ms (p95)' },
  ],
  ours: subject('Emcee', 'emcee'),
  alternatives: [subject('800 ms of silence, any speech stops it', 'recipe')],
};
