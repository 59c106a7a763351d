import { parseBuffer } from 'music-metadata';
import type { Span } from '../models.ts';
import { download } from './file-download.ts';
import { FileRefusal } from './file-refusal.ts';

const field = 'input.audio_url';
const mostMegabytes = 15;

/**
 * Fetches `input.audio_url` when its task starts and holds it against document 1, sections A and B: WAV or MP3 by
 * content, as long as the model takes, up to 15 MB. Rejects with `FileRefusal`.
 */
export async function fetchAudio(
  url: string,
  { least, most }: Span,
  allowPrivateUrls: boolean,
  signal: AbortSignal,
): Promise<Uint8Array> {
  const bytes = await download(url, { field, mostMegabytes, allowPrivateUrls }, signal);
  const { kind, seconds } = await probe(bytes);
  if (kind === 'other') {
    throw new FileRefusal('InvalidFile.Format', `The file in ${field} must be a WAV or MP3 file.`);
  }
  if (seconds < least || seconds > most) {
    throw new FileRefusal(
      'InvalidFile.Duration',
      `The file in ${field} must last ${least} to ${most} seconds, this one lasts ${seconds.toFixed(1)}.`,
    );
  }
  return bytes;
}

async function probe(bytes: Uint8Array): Promise<{ kind: 'wav' | 'mp3' | 'other'; seconds: number }> {
  try {
    const { format } = await parseBuffer(bytes, undefined, { duration: true, skipCovers: true });
    const seconds = format.duration ?? 0;
    if (format.container === 'WAVE') return { kind: 'wav', seconds };
    const isMp3 = format.container === 'MPEG' && format.codec?.endsWith('Layer 3');
    return { kind: isMp3 ? 'mp3' : 'other', seconds };
  } catch {
    return { kind: 'other', seconds: 0 };
  }
}
