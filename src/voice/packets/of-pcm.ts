import type { OpusPacket } from './audio.ts';
import { isOpusRate, libopus, type OpusCodec, type OpusRateHz, opusRatesHz } from './opus-codec.ts';

/**
 * Encodes 16-bit little-endian mono PCM that is cut anywhere, each 20 ms as soon as they are there; the last packet is
 * filled up with silence. Other rates are not resampled here: whoever makes speech for a room asks for one of these.
 * @throws {RangeError} for a rate that Opus does not have
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
    const frame = new Uint8Array(encoder.frameBytes);
    let filled = 0;
    let heard = false;
    for await (const chunk of chunks) {
      for (let at = 0; at < chunk.length; ) {
        const taken = chunk.subarray(at, at + frame.length - filled);
        frame.set(taken, filled);
        filled += taken.length;
        at += taken.length;
        heard = true;
        if (filled < frame.length) continue;
        filled = 0;
        yield encoder.encode(frame);
      }
    }
    if (!heard) return;
    // Half a sample is none; and the decoder is still to give what the encoder looked ahead.
    filled -= filled % 2;
    for (let left = filled + encoder.lookaheadBytes; left > 0; left -= frame.length) {
      frame.fill(0, filled);
      filled = 0;
      yield encoder.encode(frame);
    }
  } finally {
    encoder.free();
  }
}
