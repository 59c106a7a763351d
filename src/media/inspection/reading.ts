import type { AudioFacts } from '../audio-file.ts';
import type { VideoInspection } from '../mp4-file.ts';
import type { PictureBounds, PictureReading } from '../picture-file.ts';
import type { ImageBounds, ReferenceContent } from '../reference-content.ts';

/** What is to be read of which file. Travels between processes: plain data only. */
export type InspectionJob =
  | { readonly kind: 'audio' | 'video'; readonly path: string }
  | { readonly kind: 'reference'; readonly path: string; readonly bounds: ImageBounds }
  /** Writes what it makes of the picture to `to`. */
  | { readonly kind: 'picture'; readonly path: string; readonly to: string; readonly bounds: PictureBounds };

/** What reading gives, for each kind of job. */
export interface Readings {
  readonly audio: AudioFacts | undefined;
  readonly video: VideoInspection;
  readonly reference: ReferenceContent;
  readonly picture: PictureReading;
}

/**
 * `too-slow`: it took longer than a file may. `died`: the process that read it ran out of memory, or was killed.
 * `failed`: the reader gave up on it.
 */
export type Inspection<Reading> =
  | { readonly is: 'read'; readonly reading: Reading }
  | { readonly is: 'unread'; readonly why: 'too-slow' | 'died' | 'failed' };

/** Who waits for a file: `results` are finished videos, `given` is what people hand in. */
export type Lane = 'results' | 'given';
