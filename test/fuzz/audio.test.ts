import * as fc from 'fast-check';
import { expect } from 'vitest';
import { id3, mp3, wav } from '../../sandbox/test/support/audio-samples.ts';
import { waveSeconds } from '../../src/media/audio-file.ts';
import { mp3Seconds } from '../../src/media/mp3-frames.ts';
import { fuzz } from './fuzz.ts';
import { inspectsFiles, readingOf } from './media-pool.ts';
import { mutated, noiseBehind } from './mutations.ts';

inspectsFiles();

const wave = wav(0.1);
const songs = [mp3(0.3), Buffer.concat([id3(300), mp3(0.3)]), mp3(0.3, 1_000)];
const beginnings = [wave.subarray(0, 44), id3(20), mp3(0.1).subarray(0, 4)];
const anything = fc.oneof(mutated([wave, ...songs]), noiseBehind(beginnings));

fuzz(
  'a damaged MP3 sounds no longer than its bytes can, or not at all',
  anything,
  (bytes) => {
    const seconds = mp3Seconds(bytes) ?? 0;
    // The lowest rate there is: 8 kbit/s.
    expect(seconds).toBeLessThanOrEqual(bytes.length / 1_000);
  },
  { cases: 2_000 },
);

fuzz(
  'a damaged WAV sounds no longer than its bytes can, or not at all',
  anything,
  (bytes) => {
    const seconds = waveSeconds(bytes);
    if (seconds === undefined) return;
    expect(seconds).toBeGreaterThan(0);
    expect(seconds).toBeLessThanOrEqual(bytes.length);
  },
  { cases: 2_000 },
);

fuzz(
  'a damaged sound is read within the limits',
  anything,
  async (bytes) => {
    expect(['wav', 'mp3', undefined]).toContain((await readingOf('audio', bytes))?.kind);
  },
  { cases: 150 },
);
