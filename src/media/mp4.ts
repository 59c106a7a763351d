import type { Inspectors } from './inspection/inspectors.ts';
import type { VideoFacts, VideoInspection } from './mp4-file.ts';

export type { VideoFacts, VideoInspection };

/**
 * What a file that should be a video is. `uninspected`: nobody could tell, because reading it took too long or ended
 * the process that read it.
 * @throws Refusal `files-busy` or `shutting-down`
 */
export async function inspectVideo(
  inspectors: Inspectors,
  path: string,
): Promise<VideoInspection | { readonly is: 'uninspected' }> {
  const inspection = await inspectors.inspect({ kind: 'video', path }, 'results');
  return inspection.is === 'read' ? inspection.reading : { is: 'uninspected' };
}
