import { readFile } from 'node:fs/promises';
import { mp3Seconds } from './mp3-frames.ts';
import { waveSeconds } from './wave-chunks.ts';

export interface AudioFacts {
  readonly kind: 'wav' | 'mp3';
  readonly seconds: number;
}

/**
 * What a file is by its content, whatever it is called; undefined when it is not a WAV or an MP3 that can be played.
 * The length is that of the sound which is really there, not the one that a header promises. Reads the file whole:
 * its size is the caller's to limit. No library looks at it: those that read sound know a dozen formats and all kinds
 * of tags, and fifteen megabytes of the right bytes keep them busy for a minute.
 */
export async function readAudioFile(path: string): Promise<AudioFacts | undefined> {
  const bytes = await readFile(path);
  const isWave = bytes.toString('latin1', 0, 4) === 'RIFF' && bytes.toString('latin1', 8, 12) === 'WAVE';
  const seconds = isWave ? waveSeconds(bytes) : mp3Seconds(bytes);
  return seconds === undefined ? undefined : { kind: isWave ? 'wav' : 'mp3', seconds };
}
