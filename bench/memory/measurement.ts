import type { Measurement } from '../support/measurement.ts';
import { sampleFrom } from '../support/round.ts';

const smallYoungHeap = '--max-semi-space-size=8';
const fewArenas = { MALLOC_ARENA_MAX: '2' };

const subject = (name: string, env: Readonly<Record<string, string>>) => ({
  name,
  run: () => sampleFrom({ script: 'bench/memory/round.ts', args: [JSON.stringify(env)] }, 240_000),
});

/** What the process takes of the machine, with the heap settings of the launcher and with those of Node. */
export const memory: Measurement = {
  name: 'memory',
  title: '40 videos of 6 MB made, fetched, looked into and posted, five at a time; then 15 s of rest',
  rounds: 3,
  figures: [
    { key: 'startMiB', label: 'resident when ready, MiB' },
    { key: 'peakMiB', label: 'resident at most, MiB' },
    { key: 'restMiB', label: 'resident after 15 s of rest, MiB' },
    { key: 'cpuSeconds', label: 'CPU until the last video, s', digits: 1 },
  ],
  ours: subject(smallYoungHeap, { NODE_OPTIONS: smallYoungHeap }),
  alternatives: [subject("Node's default", {}), subject('MALLOC_ARENA_MAX=2', fewArenas)],
};
