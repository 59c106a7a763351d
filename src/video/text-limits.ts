import { isVideoModelName, videoModels } from '../service/models.ts';
import type { Region } from '../service/regions.ts';
import { modelsFor } from './ask.ts';
import type { VideoAsk } from './options.ts';

/** How long a text may be (document 1): for the chosen model, or else the most that any of the region's models takes. */
export function longestText(
  limit: 'promptLimit' | 'negativePromptLimit',
  { of, model }: Pick<VideoAsk, 'of' | 'model'>,
  region: Region,
): number {
  if (model !== undefined && isVideoModelName(model)) return videoModels[model][limit];
  return Math.max(...modelsFor(of, region).map((name) => videoModels[name][limit]));
}
