import { videoModels } from '../models.ts';
import type { VideoModel } from './model.ts';
import type { VideoModelName } from './request.ts';
import type { RequestField } from './rule-violation.ts';

/** Fields that only some models have. */
export const partialFields = [
  'audioUrl',
  'resolution',
  'ratio',
  'size',
  'promptExtend',
  'shotType',
  'audio',
  'referenceUrls',
  'referenceVideoUrls',
] as const satisfies readonly RequestField[];
export type PartialField = (typeof partialFields)[number];

const offers: Readonly<Record<PartialField, (model: VideoModel) => boolean>> = {
  audioUrl: (model) => model.audio !== undefined,
  resolution: (model) => model.kind === 'new-text',
  ratio: (model) => model.kind === 'new-text',
  size: (model) => model.kind !== 'new-text',
  promptExtend: (model) => model.extendsPrompt,
  shotType: (model) => model.shotTypes.length > 0,
  audio: (model) => model.hasAudioSwitch,
  referenceUrls: (model) => model.references !== undefined,
  referenceVideoUrls: (model) => model.references !== undefined,
};

/** May a request to this model carry that field (document 1, the tables of A, B and C)? */
export function isOffered(model: VideoModel, field: PartialField): boolean {
  return offers[field](model);
}

export function modelsOffering(field: PartialField): readonly VideoModelName[] {
  return Object.values(videoModels)
    .filter((model) => isOffered(model, field))
    .map(({ name }) => name);
}
