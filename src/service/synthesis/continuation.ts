import type { AudioFormat } from './models.ts';
import type { TimedWord } from './synthesis-types.ts';
import type { WireWord } from './wire.ts';

const defaultRateHz = 22_050;
const longestWavHeaderBytes = 4_096;

/**
 * Joins the audio of several tasks to one stream (field notes 2): only the first WAV header is kept, Ogg streams become a
 * chained file, and `pcm` and `mp3` need nothing. Knows how long it is so far, if the format tells.
 */
export class ContinuedAudio {
  readonly #format: AudioFormat;
  #rateHz: number;
  #firstTask = true;
  #bytes = 0;
  /** A WAV header that isn't complete yet; undefined after it. */
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

  /** From here on, the bytes are another task's. */
  nextTask(): void {
    this.#firstTask = false;
    if (this.#format === 'wav') this.#header = new Uint8Array();
  }

  /** The part of these bytes to pass on. */
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

/** Where the samples begin; undefined until that's known. */
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

const pageHeaderBytes = 27;
const ticksPerMs = 48;
const unknownPosition = 0xffff_ffff_ffff_ffffn;

/** Reads the time of an Ogg Opus stream, or of several in a row, from its page headers (RFC 3533, RFC 7845). */
export class OggClock {
  #rest: Buffer = Buffer.alloc(0);
  #finishedTicks = 0;
  #preSkipTicks = 0;
  #endTicks = 0;

  /** Milliseconds up to the end of the last whole page. */
  get durationMs(): number {
    return (this.#finishedTicks + this.#ticks()) / ticksPerMs;
  }

  take(bytes: Uint8Array): void {
    const all = Buffer.concat([this.#rest, bytes]);
    let at = 0;
    for (;;) {
      const start = all.indexOf('OggS', at, 'latin1');
      if (start < 0) {
        this.#rest = all.subarray(Math.max(at, all.byteLength - 3));
        return;
      }
      at = start;
      const length = pageLength(all, at);
      if (length === undefined || all.byteLength < at + length) break;
      this.#page(all, at, length);
      at += length;
    }
    this.#rest = all.subarray(at);
  }

  #page(bytes: Buffer, at: number, length: number): void {
    const begins = (bytes.readUInt8(at + 5) & 2) !== 0;
    if (begins) {
      this.#finishedTicks += this.#ticks();
      this.#endTicks = 0;
      const body = at + pageHeaderBytes + bytes.readUInt8(at + 26);
      const isHead = at + length - body >= 12 && bytes.toString('latin1', body, body + 8) === 'OpusHead';
      this.#preSkipTicks = isHead ? bytes.readUInt16LE(body + 10) : 0;
      return;
    }
    const position = bytes.readBigUInt64LE(at + 6);
    if (position !== unknownPosition) this.#endTicks = Number(position);
  }

  #ticks(): number {
    return Math.max(0, this.#endTicks - this.#preSkipTicks);
  }
}

/** The length of the page that begins there; undefined until enough of it has arrived. */
function pageLength(bytes: Buffer, at: number): number | undefined {
  const lacing = at + pageHeaderBytes;
  if (bytes.byteLength < lacing) return undefined;
  const segments = bytes.readUInt8(at + 26);
  if (bytes.byteLength < lacing + segments) return undefined;
  let length = pageHeaderBytes + segments;
  for (let index = 0; index < segments; index += 1) length += bytes[lacing + index] ?? 0;
  return length;
}

/** More words than any text has. */
const mostWords = 20_000;

/**
 * Each word once, timed from the beginning of all audio. The service repeats the words of a sentence with every event of
 * it (field notes 2), and each task begins at 0 again.
 */
export class WordTimes {
  readonly #emit: (word: TimedWord) => void;
  #seen = new Map<number, Set<number>>();
  #offsetMs = 0;
  #firstSentence = 0;
  #lastSentence = -1;
  #endMs = 0;
  #count = 0;

  constructor(emit: (word: TimedWord) => void) {
    this.#emit = emit;
  }

  /** The end of the last word, timed from the beginning of all audio. */
  get endMs(): number {
    return this.#endMs;
  }

  /** The next task's audio begins at this time. */
  continueAt(offsetMs: number): void {
    this.#offsetMs = offsetMs;
    this.#firstSentence = this.#lastSentence + 1;
    this.#seen = new Map();
  }

  take(index: number | undefined, words: readonly WireWord[]): void {
    const sentence = index ?? 0;
    const ordinal = this.#firstSentence + sentence;
    const seen = this.#seen.get(sentence) ?? new Set();
    this.#seen.set(sentence, seen);
    for (const word of words) {
      // Some events have all words so far, some only new ones, and skipped words come at the end of the sentence. Their
      // place in the text tells them apart.
      const place = index === undefined ? word.beginMs : (word.begin ?? word.beginMs);
      if (seen.has(place) || this.#count >= mostWords) continue;
      this.#count += 1;
      seen.add(place);
      this.#lastSentence = Math.max(this.#lastSentence, ordinal);
      const beginMs = this.#offsetMs + word.beginMs;
      const endMs = Math.max(beginMs, this.#offsetMs + word.endMs);
      this.#endMs = Math.max(this.#endMs, endMs);
      this.#emit({ text: word.text, beginMs, endMs, sentence: ordinal });
    }
  }
}
