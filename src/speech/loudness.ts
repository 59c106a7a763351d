import { breath, stepsBetweenBreaths } from '../operations/clock.ts';
import { rtpClockHz } from '../voice/packets/audio.ts';
import { oggOpusPackets } from '../voice/packets/ogg-opus.ts';
import { libopus, type OpusCodec } from '../voice/packets/opus-codec.ts';

/** A recording's length and loudness, as a voice message shows them. */
interface Loudness {
  readonly seconds: number;
  /** One byte per point: the loudest moment of each stretch, where 255 is the loudest of all. */
  readonly waveform: Uint8Array;
}

/** From Discord's documentation: at most one point per 100 ms, and no more than 256. */
const mostPoints = 256;
const pointsPerSecond = 10;
/** The cheapest rate that libopus decodes to. */
const rateHz = 8_000;
const ticksPerSample = rtpClockHz / rateHz;
const samplesPerPoint = rateHz / pointsPerSecond;

/**
 * Measures an Ogg Opus file.
 * @throws {OggError} {OpusPacketError} if it isn't one
 */
export async function loudnessOf(ogg: Uint8Array, codec: OpusCodec = libopus): Promise<Loudness> {
  const decoder = await codec.decoder(rateHz);
  const peaks: number[] = [];
  let samples = 0;
  let steps = 0;
  try {
    for await (const { packet, skipTicks, trimTicks } of oggOpusPackets(whole(ogg))) {
      const decoded = decoder.decode(packet);
      const from = Math.round(skipTicks / ticksPerSample);
      const heard = decoded.subarray(from, decoded.length - Math.round(trimTicks / ticksPerSample));
      for (const sample of heard) {
        const point = Math.floor(samples / samplesPerPoint);
        peaks[point] = Math.max(peaks[point] ?? 0, Math.abs(sample));
        samples += 1;
      }
      steps += 1;
      if (steps % stepsBetweenBreaths === 0) await breath();
    }
  } finally {
    decoder.free();
  }
  return { seconds: samples / rateHz, waveform: waveformOf(peaks) };
}

function waveformOf(peaks: readonly number[]): Uint8Array {
  const count = Math.min(mostPoints, peaks.length);
  const loudest = Math.max(1, ...fewer(peaks, count));
  return Uint8Array.from(fewer(peaks, count), (peak) => Math.round((peak / loudest) * 255));
}

/** Combines points: each of the result is the highest of those it stands for. */
function fewer(peaks: readonly number[], count: number): readonly number[] {
  return Array.from({ length: count }, (_, index) => {
    const from = Math.floor((index * peaks.length) / count);
    const to = Math.floor(((index + 1) * peaks.length) / count);
    return Math.max(...peaks.slice(from, to));
  });
}

async function* whole(bytes: Uint8Array): AsyncIterable<Uint8Array> {
  yield bytes;
}
