import type { OpusPacket } from './audio.ts';

/** It can't be an Opus packet (RFC 6716, section 3). */
export class OpusPacketError extends Error {
  override readonly name = 'OpusPacketError';
}

/** A packet's frames, which all have the same configuration (mode, bandwidth, frame duration, mono or stereo). */
interface OpusFrames {
  /** The first byte without the two bits that count frames. */
  readonly configuration: number;
  /** Samples at 48 kHz in each frame. */
  readonly frameTicks: number;
  readonly frames: readonly Uint8Array[];
}

const ticksPerMs = 48;
/** Frame durations in ms by configuration: four of SILK three times, two of hybrid twice, four of CELT four times. */
const silkMs = [10, 20, 40, 60];
const hybridMs = [10, 20];
const celtMs = [2.5, 5, 10, 20];
const longestTicks = 120 * ticksPerMs;
const largestFrameBytes = 1_275;

/** The length of its frames, from a packet's first byte. */
function frameTicksOf(first: number): number {
  const configuration = first >> 3;
  const durations = configuration < 12 ? silkMs : configuration < 16 ? hybridMs : celtMs;
  return (durations[configuration % durations.length] ?? 0) * ticksPerMs;
}

/**
 * Splits a packet without decoding it.
 * @throws {OpusPacketError}
 */
export function framesOf(packet: OpusPacket): OpusFrames {
  const [first] = packet;
  if (first === undefined) throw new OpusPacketError('an Opus packet has at least one byte');
  const frameTicks = frameTicksOf(first);
  const frames = framesBehind(packet, first & 3);
  if (frames.length * frameTicks > longestTicks)
    throw new OpusPacketError('an Opus packet is at most 120 ms long');
  if (frames.some(({ length }) => length > largestFrameBytes))
    throw new OpusPacketError(`an Opus frame has at most ${largestFrameBytes} bytes`);
  return { configuration: first & 0xfc, frameTicks, frames };
}

/** A packet's length, in samples at 48 kHz. @throws {OpusPacketError} */
export function ticksOf(packet: OpusPacket): number {
  const { frames, frameTicks } = framesOf(packet);
  return frames.length * frameTicks;
}

function framesBehind(packet: OpusPacket, code: number): readonly Uint8Array[] {
  if (code === 0) return [packet.subarray(1)];
  if (code === 1) return equalParts(packet.subarray(1), 2);
  if (code === 2) return partsOf(packet, 1, 1);
  return manyFrames(packet);
}

function equalParts(bytes: Uint8Array, count: number): readonly Uint8Array[] {
  const size = bytes.length / count;
  if (!Number.isInteger(size)) throw new OpusPacketError('frames of one size do not fill the packet');
  return Array.from({ length: count }, (_, index) => bytes.subarray(index * size, (index + 1) * size));
}

/** `written` frames with their sizes in front, and one more with the rest. */
function partsOf(packet: Uint8Array, from: number, written: number): readonly Uint8Array[] {
  const sizes: number[] = [];
  let at = from;
  for (let index = 0; index < written; index += 1) {
    const size = sizeAt(packet, at);
    sizes.push(size);
    at += size < 252 ? 1 : 2;
  }
  const frames = sizes.map((size) => {
    at += size;
    return packet.subarray(at - size, at);
  });
  if (at > packet.length) throw new OpusPacketError('a frame is longer than its packet');
  return [...frames, packet.subarray(at)];
}

function sizeAt(packet: Uint8Array, at: number): number {
  const [first, second = 0] = packet.subarray(at, at + 2);
  if (first === undefined) throw new OpusPacketError('the size of a frame is missing');
  return first < 252 ? first : first + 4 * second;
}

/** Any number of frames, same size or not, with or without padding. */
function manyFrames(packet: Uint8Array): readonly Uint8Array[] {
  const counts = packet[1];
  if (counts === undefined) throw new OpusPacketError('the number of frames is missing');
  const count = counts & 0x3f;
  if (count === 0) throw new OpusPacketError('a packet has at least one frame');
  let at = 2;
  let padding = 0;
  for (let more = (counts & 0x40) !== 0; more; at += 1) {
    const byte = packet[at];
    if (byte === undefined) throw new OpusPacketError('the size of the padding is missing');
    more = byte === 255;
    padding += more ? 254 : byte;
  }
  if (at + padding > packet.length) throw new OpusPacketError('the padding is longer than its packet');
  const unpadded = packet.subarray(0, packet.length - padding);
  return (counts & 0x80) !== 0 ? partsOf(unpadded, at, count - 1) : equalParts(unpadded.subarray(at), count);
}

/** Puts frames of one configuration into one packet, as short as possible. */
export function packetOfFrames(configuration: number, frames: readonly Uint8Array[]): OpusPacket {
  const [only] = frames;
  if (only && frames.length === 1) return joined([Uint8Array.of(configuration), only]);
  const alike = frames.every(({ length }) => length === only?.length);
  if (alike && frames.length === 2) return joined([Uint8Array.of(configuration | 1), ...frames]);
  if (alike) return joined([Uint8Array.of(configuration | 3, frames.length), ...frames]);
  const sizes = frames.slice(0, -1).map(({ length }) => sizeBytes(length));
  return joined([Uint8Array.of(configuration | 3, 0x80 | frames.length), ...sizes, ...frames]);
}

function sizeBytes(size: number): Uint8Array {
  if (size < 252) return Uint8Array.of(size);
  const low = 252 + (size % 4);
  return Uint8Array.of(low, (size - low) / 4);
}

function joined(parts: readonly Uint8Array[]): Uint8Array {
  return Buffer.concat(parts);
}
