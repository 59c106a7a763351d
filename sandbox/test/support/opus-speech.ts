import { Application, createDecoder, createEncoder, type OpusDecoderHandle } from 'libopus-wasm';

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

/** Decodes one speaker's packets as they come, to 48 kHz mono. What cannot be decoded is counted and left out. */
export class SpeechDecoder {
  readonly #frames: Int16Array[] = [];
  /** Packets that came before the decoder was made; undefined from then on. */
  #early: Uint8Array[] | undefined = [];
  #decoder: OpusDecoderHandle | undefined;
  #closed = false;
  undecodable = 0;

  constructor() {
    void createDecoder({ sampleRate: 48_000, channels: 1 }).then((decoder) => this.#begin(decoder));
  }

  take(packet: Uint8Array): void {
    if (this.#early) this.#early.push(packet);
    else this.#decode(packet);
  }

  get samples(): Int16Array {
    const joined = new Int16Array(this.#frames.reduce((sum, frame) => sum + frame.length, 0));
    let offset = 0;
    for (const frame of this.#frames) {
      joined.set(frame, offset);
      offset += frame.length;
    }
    return joined;
  }

  forget(): void {
    this.#frames.length = 0;
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
    const early = this.#early ?? [];
    this.#early = undefined;
    for (const packet of early) this.#decode(packet);
  }

  #decode(packet: Uint8Array): void {
    if (!this.#decoder) return;
    try {
      this.#frames.push(this.#decoder.decode(packet).slice());
    } catch {
      this.undecodable += 1;
    }
  }
}
