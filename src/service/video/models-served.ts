import { videoModelNames, videoModels } from '../models.ts';
import { type Region, regionsServing } from '../regions.ts';
import type { VideoModelName } from './request.ts';

/** The models of a region (document 1, "Endpoint availability by request kind"). */
export function modelsServed(region: Region): readonly VideoModelName[] {
  return videoModelNames.filter((name) => regionsServing(videoModels[name].kind).includes(region));
}
