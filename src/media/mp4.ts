import { inspect, longestInspectionMs } from './inspect.ts';
import type { VideoFacts, VideoInspection } from './mp4-file.ts';

export type { VideoFacts, VideoInspection };

/** What a file that should be a video is; `unreadable` also when it cannot be read in time. */
export async function inspectVideo(path: string, timeoutMs = longestInspectionMs): Promise<VideoInspection> {
  return await inspect<VideoInspection>({ kind: 'video', path }, timeoutMs, { is: 'unreadable' });
}
