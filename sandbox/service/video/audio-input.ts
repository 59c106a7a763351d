import { lookup } from 'node:dns/promises';
import { parseBuffer } from 'music-metadata';
import { isPrivateHost } from './private-address.ts';

const maxBytes = 15 * 1_024 * 1_024;
const [minSeconds, maxSeconds] = [2, 30];
const timeoutMs = 30_000;

/** Why an audio file was not taken: `output.code` and `output.message` of the failed task. */
export class AudioRefusal extends Error {
  override readonly name = 'AudioRefusal';
  readonly code: string;

  constructor(code: string, message: string, options?: ErrorOptions) {
    super(message, options);
    this.code = code;
  }
}

/**
 * Fetches `input.audio_url` when its task starts and holds it against document 1, section A: WAV or MP3 by content,
 * 2 to 30 seconds, up to 15 MB. Rejects with `AudioRefusal`.
 */
export async function fetchAudio(
  url: string,
  allowPrivateUrls: boolean,
  signal: AbortSignal,
): Promise<Uint8Array> {
  const bytes = await download(
    url,
    allowPrivateUrls,
    AbortSignal.any([signal, AbortSignal.timeout(timeoutMs)]),
  );
  const { kind, seconds } = await probe(bytes);
  if (kind === 'other') {
    throw new AudioRefusal('InvalidFile.Format', 'The audio must be a WAV or MP3 file.');
  }
  if (seconds < minSeconds || seconds > maxSeconds) {
    throw new AudioRefusal(
      'InvalidFile.Duration',
      `The audio must last ${minSeconds} to ${maxSeconds} seconds, this one lasts ${seconds.toFixed(1)}.`,
    );
  }
  return bytes;
}

async function download(url: string, allowPrivateUrls: boolean, signal: AbortSignal): Promise<Uint8Array> {
  try {
    if (!allowPrivateUrls) await refusePrivate(url);
    const response = await fetch(url, { signal, redirect: allowPrivateUrls ? 'follow' : 'error' });
    if (!response.ok || !response.body) {
      await response.body?.cancel();
      throw new AudioRefusal('InvalidURL', `The audio URL answered ${response.status}.`);
    }
    return await readAtMost(response.body);
  } catch (error) {
    if (error instanceof AudioRefusal) throw error;
    throw new AudioRefusal('InvalidURL', 'The audio URL could not be fetched.', { cause: error });
  }
}

async function readAtMost(body: ReadableStream<Uint8Array>): Promise<Uint8Array> {
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of body) {
    size += chunk.length;
    if (size > maxBytes) throw new AudioRefusal('InvalidFile.Size', 'The audio file is larger than 15 MB.');
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}

async function refusePrivate(url: string): Promise<void> {
  const addresses = await lookup(new URL(url).hostname.replace(/^\[|\]$/g, ''), { all: true });
  if (addresses.some(({ address }) => isPrivateHost(address))) {
    throw new AudioRefusal('InvalidURL', 'The audio URL must be public.');
  }
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
