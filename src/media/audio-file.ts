import { readFile } from 'node:fs/promises';
import { type IAudioMetadata, parseBuffer } from 'music-metadata';

export interface AudioFacts {
  readonly kind: 'wav' | 'mp3';
  readonly seconds: number;
}

/**
 * What a file is by its content, whatever it is called; undefined when it is not a WAV or an MP3 that can be played.
 * The length is that of the sound which is really there, not the one that a header promises. Reads the file whole:
 * its size is the caller's to limit. A hostile file can keep this busy for long: see `inspect.ts`.
 */
export async function readAudioFile(path: string): Promise<AudioFacts | undefined> {
  const bytes = await readFile(path);
  const isWave = bytes.toString('latin1', 0, 4) === 'RIFF' && bytes.toString('latin1', 8, 12) === 'WAVE';
  if (!isWave) blankFrameCounts(bytes);
  const metadata = await parse(bytes);
  if (!metadata) return undefined;
  const kind = kindOf(metadata);
  const seconds = kind === 'wav' ? waveSeconds(metadata, bytes.byteLength) : metadata.format.duration;
  if (!kind || !seconds || !Number.isFinite(seconds) || seconds <= 0) return undefined;
  return { kind, seconds };
}

async function parse(bytes: Buffer): Promise<IAudioMetadata | undefined> {
  try {
    return await parseBuffer(bytes, undefined, { duration: true, skipCovers: true });
  } catch {
    return undefined;
  }
}

function kindOf(metadata: IAudioMetadata): AudioFacts['kind'] | undefined {
  const { container, codec } = metadata.format;
  if (container === 'WAVE') return 'wav';
  return container === 'MPEG' && codec?.endsWith('Layer 3') ? 'mp3' : undefined;
}

/** A `fact` chunk can promise more samples than the file has bytes for. */
function waveSeconds(metadata: IAudioMetadata, fileBytes: number): number | undefined {
  const { duration, bitrate } = metadata.format;
  if (!duration || !bitrate) return undefined;
  return Math.min(duration, (fileBytes * 8) / bitrate);
}

/**
 * An MP3's first frame may hold a table that says how many frames follow, and a parser believes it, also when the
 * file was cut. Without its mark it is a frame like any other, and the frames are counted.
 */
function blankFrameCounts(bytes: Buffer): void {
  for (const mark of ['Xing', 'Info']) {
    for (let at = bytes.indexOf(mark, 0, 'latin1'); at >= 0; at = bytes.indexOf(mark, at + 4, 'latin1')) {
      bytes.fill(0, at, at + 4);
    }
  }
}
