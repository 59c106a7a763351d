import { Application, createDecoder, createEncoder, type OpusDecoderHandle } from 'libopus-wasm';
import { joined } from '../../service/realtime/input-audio.ts';

const framesPerSecond = 50;

/** Mono PCM as Opus packets of 20 ms; silence after it brings out what the encoder still holds at the end. */
export async function encodeSpeech(
  samples: Int16Array,
  sampleRateHz: 24_000 | 48_000,
): Promise<readonly Uint8Array[]> {
  const frameSamples = sampleRateHz / framesPerSecond;
  using encoder = await createEncoder({
    sampleRate: sampleRateHz,
    channels: 1,
    frameSize: frameSamples,
    application: Application.Audio,
    bitrate: 64_000,
  });
  const packets: Uint8Array[] = [];
  const end = samples.length + encoder.getLookahead();
  for (let start = 0; start < end; start += frameSamples) {
    const frame = new Int16Array(frameSamples);
    frame.set(samples.subarray(start, start + frameSamples));
    packets.push(encoder.encode(frame).slice());
  }
  return packets;
}

/**
 * Decodes one speaker's packets to 48 kHz mono when the sound is asked for: most of what's heard is only counted. What can't be decoded is
 * counted and left out.
 */
export class SpeechDecoder {
  #joined: Int16Array = new Int16Array();
  /** Packets that nobody has listened to yet. */
  readonly #packets: Uint8Array[] = [];
  #decoder: OpusDecoderHandle | undefined;
  #closed = false;
  #undecodable = 0;

  constructor() {
    void createDecoder({ sampleRate: 48_000, channels: 1 }).then((decoder) => this.#begin(decoder));
  }

  take(packet: Uint8Array): void {
    this.#packets.push(packet);
  }

  /** The same array until another packet came. */
  get samples(): Int16Array {
    this.#decodeAll();
    return this.#joined;
  }

  get undecodable(): number {
    this.#decodeAll();
    return this.#undecodable;
  }

  forget(): void {
    this.#packets.length = 0;
    this.#joined = new Int16Array();
  }

  close(): void {
    this.#closed = true;
    this.#decoder?.free();
    this.#decoder = undefined;
  }

  #begin(decoder: OpusDecoderHandle): void {
    if (this.#closed) {
      decoder.free();
      return;
    }
    this.#decoder = decoder;
  }

  #decodeAll(): void {
    const decoder = this.#decoder;
    if (!decoder || this.#packets.length === 0) return;
    const frames = [this.#joined];
    for (const packet of this.#packets.splice(0)) {
      try {
        frames.push(decoder.decode(packet).slice());
      } catch {
        this.#undecodable += 1;
      }
    }
    this.#joined = joined(frames);
  }
}
