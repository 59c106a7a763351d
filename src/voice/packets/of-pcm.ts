import type { OpusPacket } from './audio.ts';
import {
  isOpusRate,
  libopus,
  type OpusCodec,
  type OpusEncoder,
  type OpusRateHz,
  opusRatesHz,
} from './opus-codec.ts';

/**
 * Encodes 16-bit little-endian mono PCM, in pieces of any size, each 20 ms as soon as it's complete. The last packet is
 * filled with silence. It doesn't resample: speech for a room is requested at one of these rates.
 * @throws {RangeError} for a rate that Opus doesn't have
 */
export function packetsOfPcm(
  chunks: AsyncIterable<Uint8Array>,
  sampleRateHz: number,
  codec: OpusCodec = libopus,
): AsyncIterable<OpusPacket> {
  if (!isOpusRate(sampleRateHz))
    throw new RangeError(`PCM of ${sampleRateHz} Hz cannot be encoded, only of ${opusRatesHz.join(', ')} Hz`);
  return encoded(chunks, sampleRateHz, codec);
}

async function* encoded(
  chunks: AsyncIterable<Uint8Array>,
  sampleRateHz: OpusRateHz,
  codec: OpusCodec,
): AsyncGenerator<OpusPacket, void, undefined> {
  const encoder = await codec.encoder(sampleRateHz);
  try {
    for await (const frame of framesOfPcm(chunks, encoder)) yield encoder.encode(frame);
  } finally {
    encoder.free();
  }
}

/** Frames of 20 ms, each with its own memory, until a decoder has returned all of the sound. */
export async function* framesOfPcm(
  chunks: AsyncIterable<Uint8Array>,
  { frameBytes, lookaheadBytes }: Pick<OpusEncoder, 'frameBytes' | 'lookaheadBytes'>,
): AsyncGenerator<Uint8Array, void, undefined> {
  let frame = new Uint8Array(frameBytes);
  let filled = 0;
  let heard = false;
  for await (const chunk of chunks) {
    for (let at = 0; at < chunk.length; ) {
      const taken = chunk.subarray(at, at + frameBytes - filled);
      frame.set(taken, filled);
      filled += taken.length;
      at += taken.length;
      heard = true;
      if (filled < frameBytes) continue;
      yield frame;
      frame = new Uint8Array(frameBytes);
      filled = 0;
    }
  }
  if (!heard) return;
  // Half a sample doesn't count, and the decoder still has to return the encoder's look-ahead.
  filled -= filled % 2;
  for (let left = filled + lookaheadBytes; left > 0; left -= frameBytes) {
    frame.fill(0, filled);
    yield frame;
    frame = new Uint8Array(frameBytes);
    filled = 0;
  }
}
