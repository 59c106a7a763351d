import { readFile } from 'node:fs/promises';
import { mp3Seconds } from './mp3-frames.ts';
import { waveSeconds } from './wave-chunks.ts';

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
