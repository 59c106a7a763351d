import { isVideoModelName, videoModelNames, videoModels } from '../models.ts';
import { oneOf } from './field-checks.ts';
import type { VideoModel } from './model.ts';
import { isOffered, modelsOffering } from './offered-fields.ts';
import type { RequestField, VideoRequest } from './request.ts';
import { carriedFields } from './request-fields.ts';
import type { RuleViolation } from './rule-violation.ts';

export type { RuleViolation };

/**
 * Every rule of document 1 that the request breaks, with what is allowed instead; none when it may be sent. The types
 * are not trusted here: a hand-made interaction or an old record can carry anything. What a reference or audio file
 * is cannot be seen from its address: `src/media/` looks at that.
 */
export function checkVideoRequest(request: VideoRequest): readonly RuleViolation[] {
  const fields: Readonly<Partial<Record<RequestField, unknown>>> = request;
  if (typeof fields.model !== 'string' || !isVideoModelName(fields.model)) {
    return [{ field: 'model', rule: 'unknown', allowed: videoModelNames }];
  }
  const model: VideoModel = videoModels[fields.model];
  return [
    ...oneOf(() => [model.kind])(fields.kind, 'kind', model),
    ...carriedFields.flatMap(([field, { check }]): readonly RuleViolation[] => {
      const value = fields[field];
      if (isOffered(model, field)) return check(value, field, model);
      return value === undefined ? [] : [{ field, rule: 'not-offered', offeredBy: modelsOffering(field) }];
    }),
    ...checkReferences(model, fields.referenceUrls, fields.referenceVideoUrls),
  ];
}

/** The deprecated field counts towards the same total (document 1, "Limits": reference files). */
function checkReferences(model: VideoModel, urls: unknown, videoUrls: unknown): RuleViolation[] {
  if (!model.references || !Array.isArray(urls) || !Array.isArray(videoUrls)) return [];
  const { maxFiles, maxVideos } = model.references;
  if (urls.length > maxFiles || videoUrls.length > maxVideos) return [];
  if (urls.length + videoUrls.length <= maxFiles) return [];
  return [{ field: 'referenceVideoUrls', rule: 'wrong-count', min: 0, max: maxFiles - urls.length }];
}
