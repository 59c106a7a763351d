import { videoModels } from '../models.ts';
import type { VideoModel } from './model.ts';
import type { VideoModelName } from './request.ts';
import { type CarriedField, type FieldRule, requestFields } from './request-fields.ts';

/** May a request to this model carry that field (document 1, the tables of A, B and C)? */
export function isOffered(model: VideoModel, field: CarriedField): boolean {
  const { offered }: FieldRule = requestFields[field];
  return offered?.(model) ?? true;
}

export function modelsOffering(field: CarriedField): readonly VideoModelName[] {
  return Object.values(videoModels)
    .filter((model) => isOffered(model, field))
    .map(({ name }) => name);
}
