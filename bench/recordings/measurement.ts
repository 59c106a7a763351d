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

const hearer = (name: string, which: string) => ({
  name,
  run: async () => await sampleFrom({ script: 'bench/recordings/heard-round.ts', args: [which] }, 300_000),
});

/** How much of what was said is told, and how long after it was sent. */
export const recordingsHeard: Measurement = {
  name: 'recordings-heard',
  title: 'what people recorded, as words',
  rounds: 2,
  figures: [
    { key: 'wordsRight', label: 'words right, mean of nine kinds of files, %', digits: 1 },
    { key: 'worstRight', label: 'of the worst of them, %', digits: 1 },
    { key: 'totalMs', label: 'ten seconds in a channel: from the message to its text, ms' },
    { key: 'sendingMs', label: 'of it sending, ms' },
    { key: 'standInMs', label: 'of it the stand-in, ms' },
    { key: 'beyondMs', label: 'beyond the service, ms' },
    { key: 'firstBeyondMs', label: 'the same, of the first message after a start, ms' },
  ],
  ours: hearer('Emcee', 'emcee'),
  alternatives: [hearer('download whole, ffmpeg to WAV, one call', 'recipe')],
};
