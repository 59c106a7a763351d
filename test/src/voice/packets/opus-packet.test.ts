import fc from 'fast-check';
import { getPacketInfo } from 'libopus-wasm';
import { describe, expect, test } from 'vitest';
import {
  framesOf,
  OpusPacketError,
  packetOfFrames,
  ticksOf,
} from '../../../../src/voice/packets/opus-packet.ts';

describe('the first byte', () => {
  test('says how long frames are, for every configuration as libopus reads it', async () => {
    for (let configuration = 0; configuration < 32; configuration += 1) {
      const packet = Uint8Array.of(configuration << 3, 1, 2, 3);
      const info = await getPacketInfo(packet);
      expect(ticksOf(packet), `configuration ${configuration}`).toBe(info.samples);
    }
  });
});

describe('frames', () => {
  const frame = fc.uint8Array({ minLength: 0, maxLength: 600 });
  const configuration = fc.integer({ min: 0, max: 63 }).map((top) => top << 2);

  test("come out of a packet as they were put in, in libopus' eyes too", async () => {
    await fc.assert(
      fc.asyncProperty(
        configuration,
        fc.array(frame, { minLength: 1, maxLength: 2 }),
        async (first, frames) => {
          const packet = packetOfFrames(first, frames);
          const read = framesOf(packet);
          expect(read.configuration).toBe(first);
          expect(read.frames.map((each) => Array.from(each))).toEqual(frames.map((each) => Array.from(each)));
          expect((await getPacketInfo(packet)).frames).toBe(frames.length);
        },
      ),
      { numRuns: 100 },
    );
  });

  test('of different sizes share a packet', () => {
    const frames = [
      Buffer.alloc(1),
      Buffer.alloc(251),
      Buffer.alloc(252),
      Buffer.alloc(1_275),
      Buffer.alloc(3),
    ];
    const read = framesOf(packetOfFrames(16 << 3, frames));
    expect(read.frames.map(({ length }) => length)).toEqual([1, 251, 252, 1_275, 3]);
  });

  test('are found behind padding', () => {
    const padded = Uint8Array.of((31 << 3) | 3, 0x42, 255, 2, 7, 8, ...Array.from({ length: 256 }, () => 0));
    expect(framesOf(padded).frames.map((each) => Array.from(each))).toEqual([[7], [8]]);
  });
});

test('no bytes at all make libopus and this reader disagree', async () => {
  await fc.assert(
    fc.asyncProperty(fc.uint8Array({ minLength: 1, maxLength: 40 }), async (bytes) => {
      const samples = await getPacketInfo(bytes).then(
        (info) => info.samples,
        () => 'refused',
      );
      let read: number | string = 'refused';
      try {
        read = ticksOf(bytes);
      } catch (error) {
        expect(error).toBeInstanceOf(OpusPacketError);
      }
      expect(read).toBe(samples);
    }),
    { numRuns: 500 },
  );
});

test('an empty packet is none', () => {
  expect(() => framesOf(new Uint8Array())).toThrow(OpusPacketError);
});
