import type { AudioFacts } from '../audio-file.ts';
import type { VideoFacts } from '../mp4-file.ts';
import type { PictureBounds, PictureReading } from '../picture-file.ts';
import type { ImageBounds, ReferenceContent } from '../reference-content.ts';
import type { SoundAsk, SoundReading } from '../sound/decode-sound.ts';

/** What to read of which file. Plain data, since it's sent between processes. */
export type InspectionJob =
  | { readonly kind: 'audio' | 'video'; readonly path: string }
  | { readonly kind: 'reference'; readonly path: string; readonly bounds: ImageBounds }
  /** Writes the resulting picture to `to`. */
  | { readonly kind: 'picture'; readonly path: string; readonly to: string; readonly bounds: PictureBounds }
  /** Writes the resulting sound to `to`. */
  | ({ readonly kind: 'sound' } & SoundAsk);

/** The result of each kind of job. */
export interface Readings {
  readonly audio: AudioFacts | undefined;
  readonly video: VideoFacts | undefined;
  readonly reference: ReferenceContent;
  readonly picture: PictureReading;
  readonly sound: SoundReading;
}

/**
 * `too-slow`: it took longer than allowed. `died`: the process ran out of memory or was killed. `failed`: the reader
 * gave up.
 */
export type Inspection<Reading> =
  | { readonly is: 'read'; readonly reading: Reading }
  | { readonly is: 'unread'; readonly why: 'too-slow' | 'died' | 'failed' };

/** Who's waiting: `results` are finished videos, `given` are people's files. */
export type InspectionQueue = 'results' | 'given';

/** Reads a file in this process. Libraries are loaded when the first file needs them, because loading takes time. */
export async function read(job: InspectionJob): Promise<Readings[keyof Readings]> {
  switch (job.kind) {
    case 'audio': {
      const { readAudioFile } = await import('../audio-file.ts');
      return await readAudioFile(job.path);
    }
    case 'video': {
      const { readMp4File } = await import('../mp4-file.ts');
      return await readMp4File(job.path);
    }
    case 'reference': {
      const { readReferenceFile } = await import('../reference-content.ts');
      return await readReferenceFile(job.path, job.bounds);
    }
    case 'picture': {
      const { readPictureFile } = await import('../picture-file.ts');
      return await readPictureFile(job.path, job.to, job.bounds);
    }
    case 'sound': {
      const { decodeSound } = await import('../sound/decode-sound.ts');
      return await decodeSound(job);
    }
  }
}
