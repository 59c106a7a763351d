import fc from 'fast-check';
import { test as base, describe, expect } from 'vitest';
import { decibels, Gain, packetsOfPcm } from '../../../../src/voice/packets/of-pcm.ts';
import { libopus, opusRatesHz } from '../../../../src/voice/packets/opus-codec.ts';
import { ticksOf } from '../../../../src/voice/packets/opus-packet.ts';
import { collected } from '../../../support/collected.ts';
import { bytesOf, inChunks, joinedSamples, likeness, voiceLike } from '../../../support/sound.ts';

const test = base.extend('gain', () => new Gain(rateHz));

async function heard(packets: readonly Uint8Array[], rateHz: (typeof opusRatesHz)[number]) {
  const decoder = await libopus.decoder(rateHz);
  const samples = joinedSamples(packets.map((packet) => decoder.decode(packet)));
  decoder.free();
  return samples;
}

describe('PCM', () => {
  test.each(opusRatesHz)(
    'of %d Hz sounds the same afterwards, from its first sample to its last',
    async (rateHz) => {
      const pcm = voiceLike(0.74, rateHz);
      const packets = await collected(packetsOfPcm(inChunks(bytesOf(pcm), 1_234), rateHz));
      const sound = await heard(packets, rateHz);
      const { alike, shift } = likeness(pcm, sound, rateHz / 100);
      expect(alike).toBeGreaterThan(0.95);
      expect(sound.length).toBeGreaterThanOrEqual(pcm.length + shift);
      const tail = pcm.subarray(-rateHz / 50);
      expect(likeness(tail, sound.subarray(pcm.length - tail.length + shift), 4).alike).toBeGreaterThan(0.9);
    },
  );

  test('is packed into 20 ms each, however its bytes are cut', async () => {
    const pcm = bytesOf(voiceLike(0.1, 24_000));
    const whole = await collected(packetsOfPcm(inChunks(pcm, pcm.length), 24_000));
    expect(whole.map(ticksOf)).toEqual(whole.map(() => 960));
    await fc.assert(
      fc.asyncProperty(fc.integer({ min: 1, max: 2_000 }), async (size) => {
        expect(await collected(packetsOfPcm(inChunks(pcm, size), 24_000))).toEqual(whole);
      }),
      { numRuns: 25 },
    );
  });

  test('gives a packet as soon as 20 ms are there, and asks for no more', async () => {
    let asked = 0;
    const source = (async function* () {
      for (;;) {
        asked += 1;
        yield bytesOf(voiceLike(0.02, 24_000));
      }
    })();
    const packets = packetsOfPcm(source, 24_000)[Symbol.asyncIterator]();
    await packets.next();
    expect(asked).toBe(1);
    await packets.return?.();
  });

  test('of nothing is nothing', async () => {
    expect(await collected(packetsOfPcm(inChunks(new Uint8Array(), 1), 24_000))).toEqual([]);
  });

  test.each([22_050, 44_100, 0, Number.NaN])(
    'of %d Hz is refused at once, with the rates that there are',
    (rateHz) => {
      expect(() => packetsOfPcm(inChunks(new Uint8Array(), 1), rateHz)).toThrow('48000');
    },
  );

  test('frees its encoder when nobody wants the rest, and when its source fails', async () => {
    let open = 0;
    const codec = {
      ...libopus,
      encoder: async (rateHz: (typeof opusRatesHz)[number]) => {
        open += 1;
        const encoder = await libopus.encoder(rateHz);
        return {
          ...encoder,
          free: () => {
            open -= 1;
            encoder.free();
          },
        };
      },
    };
    const packets = packetsOfPcm(inChunks(bytesOf(voiceLike(1, 24_000)), 960), 24_000, codec)[
      Symbol.asyncIterator
    ]();
    await packets.next();
    expect(open).toBe(1);
    await packets.return?.();
    expect(open).toBe(0);
    const failing = (async function* () {
      yield new Uint8Array(10);
      throw new Error('gone');
    })();
    await expect(collected(packetsOfPcm(failing, 24_000, codec))).rejects.toThrow('gone');
    expect(open).toBe(0);
  });
});

const rateHz = 24_000;
const frame = (value = 10_000) => new Int16Array(480).fill(value);

function applied(gain: Gain, samples: Int16Array): Int16Array {
  gain.apply(samples);
  return samples;
}

describe('how loud PCM is', () => {
  test('stays as it was when nothing is asked for', () => {
    expect(applied(new Gain(rateHz), frame())).toEqual(frame());
  });

  test('is there after exactly as long as was asked for', ({ gain }) => {
    gain.glide(decibels(-20), 40);
    const gliding = [applied(gain, frame()), applied(gain, frame())];
    expect(gliding[1]?.at(-2)).toBeGreaterThan(1_000);
    expect(gliding[1]?.at(-1)).toBe(1_000);
    expect(new Set(applied(gain, frame()))).toEqual(new Set([1_000]));
  });

  test('is as it was to the bit once it is asked back', ({ gain }) => {
    gain.glide(decibels(-12), 20);
    applied(gain, frame());
    gain.glide(decibels(0), 20);
    applied(gain, frame());
    expect(applied(gain, frame(12_345))).toEqual(frame(12_345));
  });

  test('never jumps, whatever is asked for and when', () => {
    const wishes = fc.array(
      fc.tuple(fc.double({ min: 0, max: 1, noNaN: true }), fc.integer({ min: 10, max: 80 })),
    );
    fc.assert(
      fc.property(wishes, (all) => {
        const gain = new Gain(rateHz);
        let last = 10_000;
        let furthest = 0;
        for (const [factor, overMs] of all) {
          gain.glide(factor, overMs);
          for (const sample of applied(gain, frame())) {
            furthest = Math.max(furthest, Math.abs(sample - last));
            last = sample;
          }
        }
        // From one end to the other in 10 ms: 42 of 10,000 a sample.
        expect(furthest).toBeLessThanOrEqual(43);
      }),
      { numRuns: 50 },
    );
  });

  test('does not overflow what 16 bits hold', ({ gain }) => {
    gain.glide(decibels(6), 1);
    expect(applied(gain, frame(-30_000)).at(-1)).toBe(-32_768);
    expect(applied(gain, frame(30_000)).at(-1)).toBe(32_767);
  });
});
