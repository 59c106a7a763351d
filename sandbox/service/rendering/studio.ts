import { createHash } from 'node:crypto';
import { EncoderThread } from './encoder-thread.ts';
import type { RenderJob } from './renderer.ts';
import { addSoundtrack } from './soundtrack.ts';

/** How many finished files are kept for a repeated request. */
const keptFiles = 24;

/**
 * The real renderer: pictures by an npm-only encoder in a thread of its own, one job at a time; sound only when
 * `ffmpeg` is on the machine. The same job gives the same file, from memory.
 */
export class Studio {
  readonly ffmpeg: string | undefined;
  readonly #thread = new EncoderThread();
  readonly #files = new Map<string, Promise<Uint8Array>>();

  /** @param ffmpeg path of the program; undefined for silent files. */
  constructor(ffmpeg: string | undefined) {
    this.ffmpeg = ffmpeg;
  }

  render(job: RenderJob, signal: AbortSignal): Promise<Uint8Array> {
    const key = keyOf(job);
    const kept = this.#files.get(key);
    if (kept) return kept;
    const file = this.#produce(job, signal);
    this.#files.set(key, file);
    file.catch(() => this.#files.delete(key));
    const [oldest] = this.#files.keys();
    if (this.#files.size > keptFiles && oldest !== undefined) this.#files.delete(oldest);
    return file;
  }

  async close(): Promise<void> {
    await this.#thread.close();
  }

  async #produce(job: RenderJob, signal: AbortSignal): Promise<Uint8Array> {
    if (!job.sound) return this.#thread.encode(job, 'silent, as it should be');
    if (!this.ffmpeg) return this.#thread.encode(job, 'silent: no ffmpeg');
    const pictures = await this.#thread.encode(job, job.audio ? 'sound: your file' : 'sound: generated');
    try {
      return await addSoundtrack(this.ffmpeg, pictures, job, signal);
    } catch (error) {
      if (signal.aborted) throw error;
      return this.#thread.encode(job, 'silent: ffmpeg failed');
    }
  }
}

function keyOf({ audio, references = [], ...rest }: RenderJob): string {
  const hash = createHash('sha256').update(JSON.stringify(rest));
  for (const reference of references) {
    hash.update(JSON.stringify([reference.label, reference.kind]));
    hash.update(reference.kind === 'image' ? reference.bytes : String(reference.seconds));
  }
  return hash.update(audio ?? '').digest('hex');
}
