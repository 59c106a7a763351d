import { Application, createEncoder } from 'libopus-wasm';
import { describe, expect, test } from 'vitest';
import {
  type OggOptions,
  oggOpus,
  oggOpusPages,
  oggPage,
} from '../../../../sandbox/test/support/ogg-writer.ts';
import { packetsOfOgg } from '../../../../src/voice/packets/of-ogg.ts';
import { libopus } from '../../../../src/voice/packets/opus-codec.ts';
import { framesOf, packetOfFrames, ticksOf } from '../../../../src/voice/packets/opus-packet.ts';
import { collected } from '../../../support/collected.ts';
import { inChunks, joinedSamples, likeness, voiceLike } from '../../../support/sound.ts';

const pcm = voiceLike(1.2, 48_000);

async function encoded(
  frameMs: number,
  application: Application = Application.Audio,
  sampleRate: 16_000 | 48_000 = 48_000,
) {
  const frameSize = (sampleRate / 1_000) * frameMs;
  const encoder = await createEncoder({
    channels: 1,
    sampleRate,
    frameSize,
    application,
    bitrate: application === Application.Voip ? 14_000 : 160_000,
  });
  const samples = sampleRate === 48_000 ? pcm : voiceLike(1.2, sampleRate);
  const packets: Uint8Array[] = [];
  for (let from = 0; from + frameSize <= samples.length; from += frameSize)
    packets.push(encoder.encode(samples.subarray(from, from + frameSize)));
  encoder.free();
  return packets;
}

async function passed(packets: readonly Uint8Array[], options: OggOptions = {}, chunkBytes = 777) {
  return collected(packetsOfOgg(inChunks(oggOpus(packets, options), chunkBytes)));
}

async function heard(packets: readonly Uint8Array[]) {
  const decoder = await libopus.decoder(48_000);
  const samples = joinedSamples(packets.map((packet) => decoder.decode(packet)));
  decoder.free();
  return samples;
}

const bytesOf = (packets: readonly Uint8Array[]) => packets.map((packet) => Array.from(packet));

function frames(packets: readonly Uint8Array[]) {
  return packets.flatMap((packet) => framesOf(packet).frames.map((frame) => Array.from(frame)));
}

describe('packets of 20 ms', () => {
  test('pass through untouched', async () => {
    const packets = await encoded(20);
    expect(bytesOf(await passed(packets))).toEqual(bytesOf(packets));
  });

  test('pass through untouched wherever the file is cut', async () => {
    const packets = (await encoded(20)).slice(0, 3);
    const file = oggOpus(packets, { packetsPerPage: 2 });
    const cut = async function* (position: number) {
      yield file.subarray(0, position);
      yield file.subarray(position);
    };
    for (let position = 0; position < file.length; position += 1)
      expect(bytesOf(await collected(packetsOfOgg(cut(position))))).toEqual(bytesOf(packets));
  });

  test('of several frames pass through untouched', async () => {
    const pairs = (await encoded(10, Application.RestrictedLowDelay)).slice(0, 10);
    const packets = [0, 2, 4, 6, 8].map((at) => {
      const [a, b] = pairs.slice(at, at + 2).map((packet) => framesOf(packet));
      return packetOfFrames(a?.configuration ?? 0, [...(a?.frames ?? []), ...(b?.frames ?? [])]);
    });
    expect(bytesOf(await passed(packets))).toEqual(bytesOf(packets));
  });
});

describe('packets of other durations', () => {
  test.each([
    [40, 'taken apart', Application.Audio],
    [60, 'taken apart', Application.Audio],
    [10, 'put together', Application.RestrictedLowDelay],
    [5, 'put together', Application.RestrictedLowDelay],
    [2.5, 'put together', Application.RestrictedLowDelay],
  ] as const)('of %d ms are %s without touching a frame', async (frameMs, _, application) => {
    const packets = await encoded(frameMs, application);
    const out = await passed(packets, { packetTicks: frameMs * 48 });
    expect(frames(out)).toEqual(frames(packets));
    expect(out.map(ticksOf)).toEqual(out.map(() => 960));
  });

  test('a last one that makes no 20 ms is filled up', async () => {
    const packets = (await encoded(10, Application.RestrictedLowDelay)).slice(0, 3);
    const out = await passed(packets, { packetTicks: 480 });
    expect(out.map(ticksOf)).toEqual([960, 960]);
    expect(frames(out).slice(0, 3)).toEqual(frames(packets));
  });

  test.each([40, 60])(
    'whose single frame has %d ms are encoded again, and sound the same',
    async (frameMs) => {
      const packets = await encoded(frameMs, Application.Voip, 16_000);
      expect(framesOf(packets[0] ?? new Uint8Array()).frameTicks).toBe(frameMs * 48);
      const out = await passed(packets, { packetTicks: frameMs * 48 });
      expect(out.map(ticksOf)).toEqual(out.map(() => 960));
      const { alike } = likeness(await heard(packets), await heard(out), 480);
      expect(alike).toBeGreaterThan(0.9);
    },
  );

  test('that change in the middle of 20 ms lose nothing', async () => {
    const short = (await encoded(10, Application.RestrictedLowDelay)).slice(0, 3);
    const rest = (await encoded(60, Application.Voip, 16_000)).slice(0, 4);
    const out = await passed([...short, ...rest], { endTicks: 270 * 48 });
    const ms = out.map(ticksOf).reduce((sum, ticks) => sum + ticks, 0) / 48;
    expect(ms).toBeGreaterThanOrEqual(30 + 240);
    expect(ms).toBeLessThanOrEqual(30 + 240 + 40);
  });
});

describe('lead-in and filling', () => {
  test('of whole packets are left out', async () => {
    const packets = (await encoded(20)).slice(0, 10);
    const out = await passed(packets, { preSkip: 960 + 312, endTicks: 8 * 960 - 100 });
    expect(frames(out)).toEqual(frames(packets.slice(1, 8)));
  });

  test('of less than a packet stays', async () => {
    const packets = (await encoded(20)).slice(0, 4);
    expect(await passed(packets, { preSkip: 312, endTicks: 3 * 960 + 1 })).toHaveLength(4);
  });

  test('are cut to the sample when it is encoded again', async () => {
    const packets = await encoded(60, Application.Voip, 16_000);
    const options = { packetTicks: 2_880, preSkip: 2_880, endTicks: 4 * 2_880 };
    const samples = await heard(await passed(packets.slice(0, 5), options));
    expect(samples.length / 960).toBe(Math.ceil((3 * 2_880 + 120) / 960));
  });

  test('count from where a broadcast was joined', async () => {
    const packets = (await encoded(20)).slice(0, 10);
    const out = await passed(packets, { originTicks: 480_000, endTicks: 9 * 960 });
    expect(out).toHaveLength(9);
  });
});

describe('a file', () => {
  const [head = Buffer.alloc(0), tags = Buffer.alloc(0)] = oggOpusPages([]);

  test('whose packet goes on in the next page is read', async () => {
    const [first = new Uint8Array(), second = new Uint8Array()] = [Buffer.alloc(510, 1), Buffer.alloc(40, 2)];
    first[0] = second[0] = 31 << 3;
    const last = { serial: 7, sequence: 3, flags: 1 + 4, granule: 1_920n };
    const file = Buffer.concat([
      head,
      tags,
      oggPage({ serial: 7, sequence: 2, granule: -1n, packets: [first], open: true }),
      oggPage({ ...last, packets: [Buffer.alloc(33, 9), second] }),
    ]);
    const out = await collected(packetsOfOgg(inChunks(file, 100)));
    expect(out.map(({ length }) => length)).toEqual([543, 40]);
  });

  test('that is chained is read whole', async () => {
    const packets = (await encoded(20)).slice(0, 6);
    const file = Buffer.concat([oggOpus(packets.slice(0, 3)), oggOpus(packets.slice(3), { serial: 8 })]);
    expect(frames(await collected(packetsOfOgg(inChunks(file, 50))))).toEqual(frames(packets));
  });

  test('with another stream in it is read past that', async () => {
    const packets = (await encoded(20)).slice(0, 3);
    const [head, ...rest] = oggOpusPages(packets);
    const first = { serial: 99, sequence: 0, flags: 2, granule: 0n };
    const other = oggPage({ ...first, packets: [Buffer.from('fishead')] });
    const file = Buffer.concat([head ?? Buffer.alloc(0), other, ...rest]);
    expect(frames(await collected(packetsOfOgg(inChunks(file, 50))))).toEqual(frames(packets));
  });

  test('gives the packets of a page before the next page is there', async () => {
    const [head, tags, audio] = oggOpusPages((await encoded(20)).slice(0, 2));
    const packets = packetsOfOgg(
      (async function* () {
        yield Buffer.concat([head ?? Buffer.alloc(0), tags ?? Buffer.alloc(0), audio ?? Buffer.alloc(0)]);
        throw new Error('nothing more was asked for');
      })(),
    );
    expect((await packets.next()).done).toBe(false);
    expect((await packets.next()).done).toBe(false);
  });

  test('is closed when nobody wants the rest', async () => {
    let closed = false;
    const file = oggOpus(await encoded(20));
    const packets = packetsOfOgg(
      (async function* () {
        try {
          yield* inChunks(file, 400);
        } finally {
          closed = true;
        }
      })(),
    );
    await packets.next();
    await packets.return();
    expect(closed).toBe(true);
  });

  const audio = (sequence: number, packet: Uint8Array, flags = 4) =>
    oggPage({ serial: 7, sequence, flags, granule: 960n, packets: [packet] });
  const sound = Uint8Array.of(0xf8, 1, 2);
  test.each([
    ['with a page missing', Buffer.concat([head, tags, audio(3, sound)]), 'a page of it is missing'],
    ['without comments', Buffer.concat([head, audio(1, sound)]), 'comments are missing'],
    ['with an empty packet', Buffer.concat([head, tags, audio(2, new Uint8Array())]), 'at least one byte'],
    [
      'with a packet that is none',
      Buffer.concat([head, tags, audio(2, Uint8Array.of(3))]),
      'number of frames',
    ],
    ['with half a packet', Buffer.concat([head, tags, audio(2, sound, 1)]), 'a packet is not whole'],
    ['of six channels', oggOpus([sound], { mappingFamily: 1, channels: 6 }), 'more than two channels'],
    [
      'of no Opus',
      oggPage({ serial: 1, sequence: 0, flags: 6, granule: 0n, packets: [Buffer.from('\x01vorbis')] }),
      'no Opus',
    ],
    ['of nothing', Buffer.alloc(0), 'no Opus'],
  ])('%s is refused with a reason', async (_, file, problem) => {
    await expect(collected(packetsOfOgg(inChunks(file, 30)))).rejects.toThrow(problem);
  });
});

test('speech that was encoded, packed, passed through and decoded is the same speech', async () => {
  const out = await passed(await encoded(20));
  const { alike, shift } = likeness(pcm, await heard(out), 960);
  expect(alike).toBeGreaterThan(0.95);
  expect(shift).toBeLessThan(400);
});
