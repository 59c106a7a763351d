import { Application, createEncoder, type OpusEncoderHandle, type SampleRate } from 'libopus-wasm';
import type { AudioEncoder, StreamSettings } from './audio-encoder.ts';
import { OggPages } from './ogg-pages.ts';

const granuleHz = 48_000;
const vendor = 'sandbox';
const opusRates: Readonly<Record<number, SampleRate>> = {
  8000: 8_000,
  16000: 16_000,
  22050: 24_000,
  24000: 24_000,
  44100: 48_000,
  48000: 48_000,
};

/** The rate that libopus takes for a rate of the document: the same, or the next above. */
export function opusRateHz(sampleRateHz: number): SampleRate {
  return opusRates[sampleRateHz] ?? granuleHz;
}

/**
 * Opus in Ogg (RFC 7845), mono; takes samples at `opusRateHz` of the rate in its settings. A page is written whenever
 * samples were handed in.
 */
export async function openOggOpus(settings: StreamSettings): Promise<AudioEncoder> {
  const rate = opusRateHz(settings.sampleRateHz);
  const encoder = await createEncoder({
    channels: 1,
    sampleRate: rate,
    application: Application.Voip,
    bitrate: settings.bitRateKbps * 1_000,
    frameSize: (rate * settings.packetMs) / 1_000,
    complexity: 5,
  });
  return new OggOpusEncoder(encoder, settings);
}

class OggOpusEncoder implements AudioEncoder {
  readonly #encoder: OpusEncoderHandle;
  readonly #settings: StreamSettings;
  readonly #pages: OggPages;
  readonly #preSkip: number;
  /** Samples at the encoder's rate that do not fill a packet yet. */
  #rest = new Int16Array();
  #packets = 0;
  /** Handed in, at the encoder's rate. */
  #samples = 0;
  #started = false;
  #closed = false;

  constructor(encoder: OpusEncoderHandle, settings: StreamSettings) {
    this.#encoder = encoder;
    this.#settings = settings;
    this.#pages = new OggPages(settings.serial);
    this.#preSkip = (encoder.getLookahead() * granuleHz) / encoder.sampleRate;
  }

  async encode(samples: Int16Array): Promise<Uint8Array> {
    this.#samples += samples.length;
    return Buffer.concat([this.#head(), this.#take(samples), this.#pages.flush()]);
  }

  async finish(): Promise<Uint8Array> {
    const { frameSize, sampleRate } = this.#encoder;
    const tail = this.#encoder.getLookahead();
    const missing = frameSize - ((this.#rest.length + tail) % frameSize);
    const full = this.#take(new Int16Array(tail + (missing % frameSize)), this.#endGranule(sampleRate));
    const bytes = Buffer.concat([this.#head(), full, this.#pages.flush(true)]);
    this.close();
    return bytes;
  }

  close(): void {
    if (this.#closed) return;
    this.#closed = true;
    this.#encoder.free();
  }

  #take(samples: Int16Array, end?: bigint): Uint8Array {
    const { frameSize } = this.#encoder;
    const all = new Int16Array(this.#rest.length + samples.length);
    all.set(this.#rest);
    all.set(samples, this.#rest.length);
    const pages: Uint8Array[] = [];
    let at = 0;
    for (; at + frameSize <= all.length; at += frameSize) {
      const packet = this.#encoder.encode(all.slice(at, at + frameSize));
      this.#packets += 1;
      const granule = BigInt((this.#packets * this.#settings.packetMs * granuleHz) / 1_000);
      pages.push(this.#pages.add(packet, end !== undefined && granule > end ? end : granule));
    }
    this.#rest = all.slice(at);
    return Buffer.concat(pages);
  }

  /** The last page's position tells where the sound ends (RFC 7845, 4.4). */
  #endGranule(sampleRate: number): bigint {
    return BigInt(this.#preSkip + Math.round((this.#samples * granuleHz) / sampleRate));
  }

  #head(): Uint8Array {
    if (this.#started) return new Uint8Array();
    this.#started = true;
    const head = Buffer.alloc(19);
    head.write('OpusHead', 'latin1');
    head.writeUInt8(1, 8);
    head.writeUInt8(1, 9);
    head.writeUInt16LE(this.#preSkip, 10);
    head.writeUInt32LE(this.#settings.sampleRateHz, 12);
    const comments = this.#settings.aigcTag === undefined ? [] : [`AIGC=${this.#settings.aigcTag}`];
    const tags = Buffer.concat([
      Buffer.from('OpusTags'),
      counted(vendor),
      number(comments.length),
      ...comments.map(counted),
    ]);
    this.#pages.add(head, 0n);
    const first = this.#pages.flush();
    this.#pages.add(tags, 0n);
    return Buffer.concat([first, this.#pages.flush()]);
  }
}

function counted(text: string): Buffer {
  const bytes = Buffer.from(text);
  return Buffer.concat([number(bytes.length), bytes]);
}

function number(value: number): Buffer {
  const bytes = Buffer.alloc(4);
  bytes.writeUInt32LE(value);
  return bytes;
}
