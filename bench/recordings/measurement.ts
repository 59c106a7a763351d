import type { Measurement } from '../support/measurement.ts';
import { sampleFrom } from '../support/round.ts';

const subject = (name: string, listener: string) => ({
  name,
  run: (folder: string) =>
    sampleFrom({ script: 'bench/recordings/round.ts', args: [listener, folder] }, 300_000),
});

/** What a recording of ten minutes costs the machine until the service has it. */
export const recordings: Measurement = {
  name: 'recordings',
  title: 'a voice message of ten minutes on its way to the service',
  rounds: 5,
  figures: [
    { key: 'megabytes', label: 'memory of all processes beyond the idle bot, MB', digits: 1 },
    { key: 'botMegabytes', label: 'of it in the bot, MB', digits: 1 },
    { key: 'cpuMs', label: 'CPU, ms' },
    { key: 'firstMs', label: 'asked to the first sound sent, ms' },
  ],
  ours: subject('Emcee', 'emcee'),
  alternatives: [subject('download whole, ffmpeg to WAV, one call', 'recipe')],
};
