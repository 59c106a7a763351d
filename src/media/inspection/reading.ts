import type { AudioFacts } from '../audio-file.ts';
import type { VideoInspection } from '../mp4-file.ts';
import type { PictureBounds, PictureReading } from '../picture-file.ts';
import type { ImageBounds, ReferenceContent } from '../reference-content.ts';

/** What to read of which file. Plain data, since it's sent between processes. */
export type InspectionJob =
  | { readonly kind: 'audio' | 'video'; readonly path: string }
  | { readonly kind: 'reference'; readonly path: string; readonly bounds: ImageBounds }
  /** Writes the resulting picture to `to`. */
  | { readonly kind: 'picture'; readonly path: string; readonly to: string; readonly bounds: PictureBounds };

/** The result of each kind of job. */
export interface Readings {
  readonly audio: AudioFacts | undefined;
  readonly video: VideoInspection;
  readonly reference: ReferenceContent;
  readonly picture: PictureReading;
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
