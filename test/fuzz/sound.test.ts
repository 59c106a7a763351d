import * as fc from 'fast-check';
import { expect } from 'vitest';
import { oggOpus } from '../../sandbox/test/support/ogg-writer.ts';
import { ContinuedAudio } from '../../src/service/synthesis/continuation.ts';
import { ReorderWindow } from '../../src/voice/ears/jitter.ts';
import { openDatagram, payloadOf, rtpHeaderOf } from '../../src/voice/ears/rtp.ts';
import { Regrouper } from '../../src/voice/packets/of-ogg.ts';
import { OggError, oggOpusPackets } from '../../src/voice/packets/ogg-opus.ts';
import { framesOf, OpusPacketError, packetOfFrames, ticksOf } from '../../src/voice/packets/opus-packet.ts';
import { datagramKey, datagramOf, transportModes } from '../support/datagrams.ts';
import { inChunks } from '../support/sound.ts';
import { fuzz } from './fuzz.ts';
import { mutated, noiseBehind } from './mutations.ts';

const packets = [[0x78, 1, 2, 3], [0x79, 1, 2], [0x7b, 0x42, 1, 2, 3], [0xf8, 255, 254], [0x18]].map(
  (bytes) => Uint8Array.from(bytes),
);
const ogg = oggOpus([...packets, Buffer.alloc(600, 0x78)], { preSkip: 312, packetsPerPage: 2 });

fuzz(
  'a damaged Ogg file gives packets until it is refused',
  fc.tuple(
    fc.oneof(mutated([ogg]), noiseBehind([ogg, ogg.subarray(0, 60)])),
    fc.integer({ min: 1, max: 900 }),
  ),
  async ([file, size]) => {
    try {
      for await (const { packet, ticks, skipTicks, trimTicks } of oggOpusPackets(inChunks(file, size))) {
        expect(packet.length).toBeLessThanOrEqual(61_440);
        expect(skipTicks + trimTicks).toBeLessThanOrEqual(ticks);
      }
    } catch (error) {
      if (!(error instanceof OggError)) expect(error).toBeInstanceOf(OpusPacketError);
    }
  },
);

const opusPacket = fc.oneof(mutated(packets), fc.uint8Array({ maxLength: 1_300 }));

fuzz('an Opus packet is taken apart and put together, or refused', opusPacket, (packet) => {
  try {
    const { configuration, frames, frameTicks } = framesOf(packet);
    expect(frames.length * frameTicks).toBeLessThanOrEqual(5_760);
    const again = framesOf(packetOfFrames(configuration, frames));
    expect(again.frames.map((frame) => Array.from(frame))).toEqual(frames.map((frame) => Array.from(frame)));
  } catch (error) {
    expect(error).toBeInstanceOf(OpusPacketError);
  }
});

fuzz(
  'packets of any kind come out as 20 ms each, or not at all',
  fc.array(opusPacket, { maxLength: 12 }),
  (all) => {
    const regrouper = new Regrouper();
    try {
      for (const packet of all)
        for (const each of regrouper.add(packet) ?? []) expect(ticksOf(each)).toBe(960);
      for (const each of regrouper.end()) expect(ticksOf(each)).toBeLessThanOrEqual(960);
    } catch (error) {
      expect(error).toBeInstanceOf(OpusPacketError);
    }
  },
);

const datagrams = transportModes.map((mode) =>
  datagramOf(
    {
      sequence: 1,
      timestamp: 960,
      sources: 2,
      extensionWords: 2,
      padding: 3,
      payload: Buffer.alloc(40),
      counter: 1,
    },
    mode,
  ),
);

fuzz(
  'a datagram is opened, refused or passed over',
  fc.oneof(mutated(datagrams), noiseBehind(datagrams)),
  (datagram) => {
    const header = rtpHeaderOf(datagram);
    if (!header) return;
    expect(header.clearBytes).toBeLessThanOrEqual(datagram.length);
    for (const mode of transportModes) {
      try {
        const opened = openDatagram(datagram, header.clearBytes, mode, datagramKey);
        expect(payloadOf(header, opened).length).toBeLessThanOrEqual(opened.length);
      } catch (error) {
        expect(error).toBeInstanceOf(Error);
      }
    }
    payloadOf(header, datagram);
  },
);

const sequence = fc.oneof(
  fc.integer({ min: 0, max: 40 }),
  fc.integer({ min: 65_500, max: 65_535 }),
  fc.nat(65_535),
);

fuzz(
  'packets in any order come out in theirs, none twice in a row, and few are held',
  fc.array(sequence, { maxLength: 60 }),
  (arrivals) => {
    const window = new ReorderWindow<number>();
    const out: number[] = [];
    for (const [index, each] of arrivals.entries()) {
      for (const { item, missing } of window.add(each, index)) {
        out.push(item);
        expect(missing).toBeGreaterThanOrEqual(0);
        expect(missing).toBeLessThan(65_536);
      }
      expect(out.length).toBeLessThanOrEqual(index + 1);
    }
    for (const { item } of window.flush()) out.push(item);
    expect(new Set(out).size).toBe(out.length);
    expect(window.holding).toBe(false);
  },
);

fuzz(
  'audio of tasks one after the other keeps its length, whatever it is',
  fc.tuple(
    fc.constantFrom('wav', 'pcm', 'opus', 'mp3'),
    fc.array(fc.oneof(mutated([ogg]), fc.uint8Array({ maxLength: 300 })), { maxLength: 6 }),
  ),
  ([format, chunks]) => {
    const audio = new ContinuedAudio(format);
    let bytes = 0;
    for (const chunk of chunks) {
      bytes += audio.take(chunk).byteLength;
      audio.nextTask();
    }
    expect(bytes).toBeLessThanOrEqual(chunks.reduce((sum, { length }) => sum + length, 0));
    expect(audio.durationMs ?? 0).toBeGreaterThanOrEqual(0);
  },
);
