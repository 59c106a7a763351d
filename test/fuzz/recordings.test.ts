import * as fc from 'fast-check';
import { expect } from 'vitest';
import { oggOpus } from '../../sandbox/test/support/ogg-writer.ts';
import { encodeSpeech } from '../../sandbox/test/support/opus-speech.ts';
import { fuzz } from './fuzz.ts';
import { inspectsFiles, readingOf } from './media-pool.ts';
import { mutated, noiseBehind } from './mutations.ts';

inspectsFiles();

const tone = Int16Array.from({ length: 9_600 }, (_, index) => 8_000 * Math.sin(index / 17));
const packets = await encodeSpeech(tone, 48_000);
const ogg = oggOpus(packets, { preSkip: 312 });
const most = { ms: 120 } as const;

fuzz(
  'an Ogg file whose packets are anything sounds no longer than they can, or not at all',
  fc.tuple(
    fc.array(
      fc.oneof(mutated(packets.map((packet) => Buffer.from(packet))), fc.uint8Array({ maxLength: 300 })),
      {
        minLength: 1,
        maxLength: 12,
      },
    ),
    fc.record({
      preSkip: fc.integer({ min: 0, max: 65_535 }),
      endTicks: fc.integer({ min: 0, max: 200_000 }),
    }),
  ),
  async ([contents, options]) => {
    const whole = contents.map((packet) => (packet.length > 0 ? packet : Uint8Array.of(0x78)));
    const reading = await readingOf('sound', oggOpus(whole, options));
    if (reading.is !== 'sound') {
      expect(['none', 'needs-ffmpeg']).toContain(reading.is);
      return;
    }
    expect(reading.ms).toBeGreaterThan(0);
    expect(reading.ms).toBeLessThanOrEqual(whole.length * most.ms);
  },
  { cases: 300 },
);

fuzz(
  'a damaged voice message is heard as far as it goes, or refused',
  fc.oneof(mutated([ogg]), noiseBehind([ogg, ogg.subarray(0, 90)])),
  async (bytes) => {
    const reading = await readingOf('sound', bytes);
    if (reading.is === 'sound') expect(reading.ms).toBeLessThanOrEqual(packets.length * most.ms);
    else expect(['none', 'needs-ffmpeg']).toContain(reading.is);
  },
  { cases: 300 },
);
