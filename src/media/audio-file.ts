import { readFile } from 'node:fs/promises';
import { mp3Seconds } from './mp3-frames.ts';

export interface AudioFacts {
  readonly kind: 'wav' | 'mp3';
  readonly seconds: number;
}

/**
 * What a file is by its content, whatever its name; undefined if it isn't a WAV or MP3 that can be played. The length
 * is measured from the sound itself, because a header can promise anything. Reads the whole file, so the caller limits
 * its size. It uses no library: those know a dozen formats and all kinds of tags, and fifteen megabytes of the right
 * bytes keep them busy for a minute.
 */
export async function readAudioFile(path: string): Promise<AudioFacts | undefined> {
  const bytes = await readFile(path);
  const isWave = bytes.toString('latin1', 0, 4) === 'RIFF' && bytes.toString('latin1', 8, 12) === 'WAVE';
  const seconds = isWave ? waveSeconds(bytes) : mp3Seconds(bytes);
  return seconds === undefined ? undefined : { kind: isWave ? 'wav' : 'mp3', seconds };
}

/**
 * The length of a WAV's sound, measured from the sound and not the header. Undefined if it can't be played. Layout:
 * RIFF 1.0, chapter 3; a `fact` chunk has the number of samples of compressed sound.
 */
export function waveSeconds(bytes: Buffer): number | undefined {
  const chunks = chunksOf(bytes);
  const format = chunks?.get('fmt ');
  const sound = chunks?.get('data');
  if (!format || format.length < 16 || !sound) return undefined;
  const sampleRateHz = format.readUInt32LE(4);
  const bytesPerSecond = format.readUInt32LE(8);
  if (sampleRateHz === 0 || bytesPerSecond === 0) return undefined;
  const there = sound.length / bytesPerSecond;
  const fact = chunks?.get('fact');
  const promised = fact && fact.length >= 4 ? fact.readUInt32LE(0) / sampleRateHz : there;
  return Math.min(there, promised) || undefined;
}

const maxChunks = 10_000;

/** The first chunk of each name, cut at the end of the file if it promises more; undefined if there are too many. */
function chunksOf(bytes: Buffer): ReadonlyMap<string, Buffer> | undefined {
  const chunks = new Map<string, Buffer>();
  let count = 0;
  for (let at = 12; at + 8 <= bytes.length; count += 1) {
    if (count === maxChunks) return undefined;
    const name = bytes.toString('latin1', at, at + 4);
    const length = bytes.readUInt32LE(at + 4);
    const content = bytes.subarray(at + 8, at + 8 + length);
    if (!chunks.has(name)) chunks.set(name, content);
    // Chunks begin at even positions.
    at += 8 + length + (length % 2);
  }
  return chunks;
}
