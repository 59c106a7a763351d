import { setImmediate as breath } from 'node:timers/promises';
import { openOggOpus } from '../../service/synthesis/formats/ogg-opus.ts';
import { sayRateHz } from './opus-packets.ts';

/** A voice message as phones make it: its file, and what goes beside it. */
export interface VoiceMessage {
  /** Opus in Ogg: 32 kbit/s, 48 kHz, one channel ("Voice messages" in Discord's documentation). */
  readonly ogg: Uint8Array;
  readonly seconds: number;
  /** One byte a point. */
  readonly waveform: Uint8Array;
}

const bitRateKbps = 32;
const packetMs = 20;
/** Encoded at a time: this process also passes on people's voices. */
const pieceSamples = sayRateHz / 10;
/** At most one point per 100 ms, and no more of them than that. */
const pointSamples = sayRateHz / 10;
const mostPoints = 256;

/** Of mono sound at 48 kHz. */
export async function voiceMessageOf(samples: Int16Array): Promise<VoiceMessage> {
  const encoder = await openOggOpus({
    sampleRateHz: sayRateHz,
    bitRateKbps,
    packetMs,
    serial: samples.length,
    aigcTag: undefined,
  });
  const pages: Uint8Array[] = [];
  try {
    for (let at = 0; at < samples.length; at += pieceSamples) {
      pages.push(await encoder.encode(samples.subarray(at, at + pieceSamples)));
      await breath();
    }
    pages.push(await encoder.finish());
  } finally {
    encoder.close();
  }
  return {
    ogg: Buffer.concat(pages),
    seconds: samples.length / sayRateHz,
    waveform: waveformOf(samples),
  };
}

function waveformOf(samples: Int16Array): Uint8Array {
  const count = Math.max(1, Math.min(mostPoints, Math.ceil(samples.length / pointSamples)));
  const peaks = Array.from({ length: count }, (_, point) => {
    const from = Math.floor((point * samples.length) / count);
    const until = Math.floor(((point + 1) * samples.length) / count);
    let peak = 0;
    for (let at = from; at < until; at += 1) peak = Math.max(peak, Math.abs(samples[at] ?? 0));
    return peak;
  });
  const loudest = Math.max(1, ...peaks);
  return Uint8Array.from(peaks, (peak) => Math.round((peak / loudest) * 255));
}
