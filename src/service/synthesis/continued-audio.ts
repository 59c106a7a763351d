import type { AudioFormat } from './models.ts';
import { OggClock } from './ogg-clock.ts';

const defaultRateHz = 22_050;
const longestWavHeaderBytes = 4_096;

/**
 * One stream out of the audio of several tasks (field notes 2): a WAV header comes once, Ogg streams follow each other
 * (a chained file), `pcm` and `mp3` need nothing. Knows how long it is so far, where its format tells.
 */
export class ContinuedAudio {
  readonly #format: AudioFormat;
  #rateHz: number;
  #firstTask = true;
  #bytes = 0;
  /** Bytes of a WAV header that is not complete; undefined behind it. */
  #header: Uint8Array | undefined;
  readonly #ogg = new OggClock();

  constructor(format: AudioFormat, sampleRateHz = defaultRateHz) {
    this.#format = format;
    this.#rateHz = sampleRateHz;
    if (format === 'wav') this.#header = new Uint8Array();
  }

  /** Milliseconds of audio so far; undefined for MP3. */
  get durationMs(): number | undefined {
    if (this.#format === 'mp3') return undefined;
    return this.#format === 'opus' ? this.#ogg.durationMs : (this.#bytes / 2 / this.#rateHz) * 1000;
  }

  /** What comes from here on is another task's. */
  nextTask(): void {
    this.#firstTask = false;
    if (this.#format === 'wav') this.#header = new Uint8Array();
  }

  /** What is to be passed on of these bytes. */
  take(bytes: Uint8Array): Uint8Array {
    if (this.#format === 'opus') this.#ogg.take(bytes);
    if (this.#header) return this.#takeHeader(this.#header, bytes);
    this.#bytes += bytes.byteLength;
    return bytes;
  }

  #takeHeader(before: Uint8Array, bytes: Uint8Array): Uint8Array {
    const all = Buffer.concat([before, bytes]);
    const data = wavDataOffset(all);
    if (data === undefined && all.byteLength < longestWavHeaderBytes) {
      this.#header = all;
      return new Uint8Array();
    }
    this.#header = undefined;
    const rateHz = data === undefined ? 0 : all.readUInt32LE(24);
    if (rateHz > 0) this.#rateHz = rateHz;
    this.#bytes += all.byteLength - (data ?? 0);
    return this.#firstTask || data === undefined ? all : all.subarray(data);
  }
}

/** Where the samples begin; undefined while that is not known. */
function wavDataOffset(bytes: Buffer): number | undefined {
  if (bytes.byteLength < 44 || bytes.toString('latin1', 0, 4) !== 'RIFF') return undefined;
  const end = Math.min(bytes.byteLength, longestWavHeaderBytes);
  for (let at = 12; at + 8 <= end; ) {
    if (bytes.toString('latin1', at, at + 4) === 'data') return at + 8;
    const length = bytes.readUInt32LE(at + 4);
    at += 8 + length + (length % 2);
  }
  return undefined;
}
