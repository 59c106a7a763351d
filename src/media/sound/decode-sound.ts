import { open } from 'node:fs/promises';
import { decodeOgg } from './ogg-sound.ts';
import { SoundSink } from './sound-sink.ts';

/** Which file to decode, and where its sound goes. */
export interface SoundAsk {
  readonly path: string;
  readonly to: string;
  readonly mostMs: number;
  /** The machine's ffmpeg, if it has one. */
  readonly ffmpeg?: string | undefined;
}

/**
 * What became of a file with sound. `cut`: it's damaged, and this is what came before. `none`: a film without sound. `unknown`: no
 * sound that can be read. `needs-ffmpeg`: perhaps, with ffmpeg.
 */
export type SoundReading =
  | { readonly is: 'sound'; readonly ms: number; readonly cut: boolean; readonly silent: boolean }
  | { readonly is: 'too-long' | 'none' | 'unknown' | 'needs-ffmpeg' };

const capturePattern = 'OggS';

/** Decodes a file to 16 kHz mono PCM beside it, in pieces: voice messages with our own reader, the rest with ffmpeg. */
export async function decodeSound({ path, to, mostMs, ffmpeg }: SoundAsk): Promise<SoundReading> {
  const sink = new SoundSink(to, mostMs);
  try {
    const how = await decodeInto(sink, { path, mostMs, ffmpeg });
    if (how === 'needs-ffmpeg' || how === 'none') return { is: how };
    if (how === undefined) return { is: 'unknown' };
    if (sink.full) return { is: 'too-long' };
    if (sink.ms === 0) return { is: 'none' };
    return { is: 'sound', ms: sink.ms, cut: how === 'cut', silent: sink.silent };
  } finally {
    await sink.close();
  }
}

async function decodeInto(sink: SoundSink, { path, mostMs, ffmpeg }: Omit<SoundAsk, 'to'>) {
  if (await isOgg(path)) {
    const how = await decodeOgg(path, sink);
    if (how) return how;
  }
  if (ffmpeg === undefined) return 'needs-ffmpeg';
  // Voice messages do without it, and it takes memory.
  const { decodeWithFfmpeg } = await import('./ffmpeg-sound.ts');
  return await decodeWithFfmpeg(ffmpeg, path, sink, mostMs);
}

async function isOgg(path: string): Promise<boolean> {
  await using file = await open(path, 'r');
  const { buffer, bytesRead } = await file.read(Buffer.alloc(capturePattern.length));
  return buffer.toString('latin1', 0, bytesRead) === capturePattern;
}
