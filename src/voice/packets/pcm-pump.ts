import type { OpusPacket } from './audio.ts';
import { Gain } from './gain.ts';
import { framesOfPcm } from './of-pcm.ts';
import { libopus, type OpusCodec, type OpusEncoder, type OpusRateHz } from './opus-codec.ts';
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
