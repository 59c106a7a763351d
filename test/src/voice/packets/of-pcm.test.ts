import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { packetsOfPcm } from '../../../../src/voice/packets/of-pcm.ts';
import { libopus, opusRatesHz } from '../../../../src/voice/packets/opus-codec.ts';
import { ticksOf } from '../../../../src/voice/packets/opus-packet.ts';
import { collected } from '../../../support/collected.ts';
import { bytesOf, inChunks, joinedSamples, likeness, voiceLike } from '../../../support/sound.ts';

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
