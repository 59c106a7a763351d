import type { OpusPacket } from './audio.ts';
import {
  isOpusRate,
  libopus,
  type OpusCodec,
  type OpusEncoder,
  type OpusRateHz,
  opusRatesHz,
} from './opus-codec.ts';
import { PacketPump, type PumpOptions, type SourceEnd } from './pump.ts';

/**
 * Reads PCM ahead of the clock and encodes each 20 ms right before it's sent, which takes a tenth of a millisecond, so
 * the next sound can still be turned down.
 */
export class PcmPump {
  readonly gain: Gain;
  readonly #frames: PacketPump<Uint8Array>;
  #encoder: OpusEncoder | undefined;
  /** Encoded, but not sent yet. */
  #packet: OpusPacket | undefined;
  #failure: SourceEnd | undefined;
  #closed = false;

  constructor(
    pcm: AsyncIterable<Uint8Array>,
    sampleRateHz: OpusRateHz,
    options: PumpOptions,
    codec: OpusCodec = libopus,
  ) {
    this.gain = new Gain(sampleRateHz);
    this.#frames = new PacketPump(this.#framesOf(pcm, sampleRateHz, codec), options);
  }

  get length(): number {
    return this.#failure ? 0 : this.#frames.length;
  }

  get full(): boolean {
    return this.#frames.full;
  }

  get end(): SourceEnd | undefined {
    return this.#failure ?? this.#frames.end;
  }

  start(): void {
    this.#frames.start();
  }

  peek(): OpusPacket | undefined {
    if (!this.#failure) this.#packet ??= this.#encode(this.#frames.peek());
    return this.#packet;
  }

  drop(): void {
    this.#packet = undefined;
    this.#frames.drop();
  }

  close(): void {
    this.#closed = true;
    this.#packet = undefined;
    this.#frames.close();
    this.#encoder?.free();
    this.#encoder = undefined;
  }

  #encode(frame: Uint8Array | undefined): OpusPacket | undefined {
    if (!frame || !this.#encoder) return undefined;
    try {
      this.gain.apply(new Int16Array(frame.buffer, frame.byteOffset, frame.byteLength / 2));
      return this.#encoder.encode(frame);
    } catch (error) {
      this.#failure = { is: 'failed', error };
      return undefined;
    }
  }

  async *#framesOf(pcm: AsyncIterable<Uint8Array>, sampleRateHz: OpusRateHz, codec: OpusCodec) {
    const encoder = await codec.encoder(sampleRateHz);
    if (this.#closed) {
      encoder.free();
      return;
    }
    this.#encoder = encoder;
    yield* framesOfPcm(pcm, encoder);
  }
}

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

const loudest = 32_767;

/** Decibels as a factor: -6 is about half the amplitude, 0 changes nothing. */
export function decibels(dB: number): number {
  return 10 ** (dB / 20);
}

/** The volume of PCM. Every change glides sample by sample, because a jump would click. */
export class Gain {
  readonly #sampleRateHz: number;
  #now = 1;
  #target = 1;
  /** Per sample, towards the target. */
  #step = 0;

  constructor(sampleRateHz: number) {
    this.#sampleRateHz = sampleRateHz;
  }

  /** @param factor that samples are multiplied by after gliding */
  glide(factor: number, overMs: number): void {
    const samples = Math.max(1, Math.round((overMs / 1_000) * this.#sampleRateHz));
    this.#target = factor;
    this.#step = (factor - this.#now) / samples;
  }

  /** Changes 16-bit samples in place. */
  apply(samples: Int16Array): void {
    if (this.#now === 1 && this.#target === 1) return;
    for (let at = 0; at < samples.length; at += 1) {
      this.#glideOn();
      const sample = Math.round((samples[at] ?? 0) * this.#now);
      samples[at] = Math.max(-loudest - 1, Math.min(loudest, sample));
    }
  }

  #glideOn(): void {
    if (this.#now === this.#target) return;
    const next = this.#now + this.#step;
    const isThere = this.#step >= 0 ? next >= this.#target : next <= this.#target;
    this.#now = isThere ? this.#target : next;
  }
}
