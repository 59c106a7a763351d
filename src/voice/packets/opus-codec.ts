import { Application, createDecoder, createEncoder } from 'libopus-wasm';
import { frameMs, type OpusPacket } from './audio.ts';

/** libopus resamples internally, so these rates need nothing else (spec 5, 2 and 3). */
export const opusRatesHz = [8_000, 12_000, 16_000, 24_000, 48_000] as const;
export type OpusRateHz = (typeof opusRatesHz)[number];

/** Mono, 16 bit little-endian, 20 ms at a time. Uses memory outside JavaScript until it's freed. */
export interface OpusEncoder {
  /** Size of 20 ms of PCM. */
  readonly frameBytes: number;
  /** How far the output is behind the input. */
  readonly lookaheadBytes: number;
  /** @param pcm exactly `frameBytes` */
  encode(pcm: Uint8Array): OpusPacket;
  /** Idempotent. */
  free(): void;
}

/** Decodes anything to mono at the rate it was opened with. Uses memory outside JavaScript until it's freed. */
export interface OpusDecoder {
  /** @throws Error if it isn't an Opus packet; the decoder stays usable */
  decode(packet: OpusPacket): Int16Array;
  /** Guesses a lost packet of that many samples. */
  conceal(samples: number): Int16Array;
  /** The same if the packet after it arrived, which may carry a lower-quality copy (in-band FEC). */
  recover(next: OpusPacket, samples: number): Int16Array;
  /** Idempotent. */
  free(): void;
}

/** The only place that knows the Opus library. */
export interface OpusCodec {
  encoder(sampleRateHz: OpusRateHz): Promise<OpusEncoder>;
  decoder(sampleRateHz: OpusRateHz): Promise<OpusDecoder>;
}

/** A quarter of the default's cost at the same rate, and 2.5 ms of look-ahead instead of 6.5 (spec 5, 2). */
const encoding = { application: Application.RestrictedLowDelay, complexity: 5, bitrate: 64_000 } as const;
const bytesPerSample = 2;

export const libopus: OpusCodec = {
  async encoder(sampleRateHz) {
    const frameSize = (sampleRateHz / 1_000) * frameMs;
    const handle = await createEncoder({ ...encoding, sampleRate: sampleRateHz, channels: 1, frameSize });
    return {
      frameBytes: frameSize * bytesPerSample,
      lookaheadBytes: handle.getLookahead() * bytesPerSample,
      encode: (pcm) => handle.encode(pcm),
      free: () => handle.free(),
    };
  },

  async decoder(sampleRateHz) {
    const handle = await createDecoder({ sampleRate: sampleRateHz, channels: 1 });
    return {
      decode: (packet) => handle.decode(packet),
      conceal: (samples) => handle.decodePacketLoss(samples),
      recover: (next, samples) => handle.decode(next, { decodeFec: true, frameSize: samples }),
      free: () => handle.free(),
    };
  },
};

export function isOpusRate(sampleRateHz: number): sampleRateHz is OpusRateHz {
  return opusRatesHz.some((rate) => rate === sampleRateHz);
}
