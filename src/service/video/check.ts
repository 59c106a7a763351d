import { isVideoModelName, videoModelNames, videoModels } from '../models.ts';
import { characterCount } from './cut-text.ts';
import { durationChoices } from './durations.ts';
import type { VideoModel } from './model.ts';
import { isOffered, modelsOffering, type PartialField, partialFields } from './offered-fields.ts';
import type { VideoRequest } from './request.ts';
import type { RequestField, RuleViolation } from './rule-violation.ts';
import { sizesOf } from './sizes.ts';

export type { RuleViolation };

/**
 * Every rule of document 1 that the request breaks, with what is allowed instead; none when it may be sent. The types
 * are not trusted here: a hand-made interaction or an old record can carry anything. What a reference or audio file
 * is cannot be seen from its address: `src/media/` looks at that.
 */
export function checkVideoRequest(request: VideoRequest): readonly RuleViolation[] {
  const fields: Fields = { ...request };
  if (typeof fields.model !== 'string' || !isVideoModelName(fields.model)) {
    return [{ field: 'model', rule: 'unknown', allowed: videoModelNames }];
  }
  const model: VideoModel = videoModels[fields.model];
  return [
    ...checkOneOf('kind', fields.kind, [model.kind]),
    ...checkText('prompt', fields.prompt, 1, model.promptLimit),
    ...(fields.negativePrompt === undefined
      ? []
      : checkText('negativePrompt', fields.negativePrompt, 0, model.negativePromptLimit)),
    ...partialFields.flatMap((field) => checkPartial(model, field, fields[field])),
    ...checkReferences(model, fields.referenceUrls, fields.referenceVideoUrls),
    ...checkDuration(model, fields.durationSeconds),
    ...checkFlag('watermark', fields.watermark),
    ...(fields.seed === undefined ? [] : checkWhole('seed', fields.seed, model.seed.min, model.seed.max)),
  ];
}

type Fields = Readonly<Partial<Record<RequestField, unknown>>>;

function checkPartial(model: VideoModel, field: PartialField, value: unknown): readonly RuleViolation[] {
  if (isOffered(model, field)) return partialChecks[field](model, value);
  return value === undefined ? [] : [{ field, rule: 'not-offered', offeredBy: modelsOffering(field) }];
}

type PartialCheck = (model: VideoModel, value: unknown) => readonly RuleViolation[];

const partialChecks: Readonly<Record<PartialField, PartialCheck>> = {
  audioUrl: (_, value) => (value === undefined ? [] : checkAddress('audioUrl', value)),
  resolution: (model, value) => checkOneOf('resolution', value, Object.keys(model.sizes)),
  ratio: (model, value) => checkOneOf('ratio', value, [...new Set(sizesOf(model).map(({ ratio }) => ratio))]),
  size: (model, value) =>
    checkOneOf(
      'size',
      value,
      sizesOf(model).map(({ size }) => size),
    ),
  promptExtend: (_, value) => checkFlag('promptExtend', value),
  shotType: (model, value) => (value === undefined ? [] : checkOneOf('shotType', value, model.shotTypes)),
  audio: (_, value) => (value === undefined ? [] : checkFlag('audio', value)),
  referenceUrls: (model, value) => checkAddresses('referenceUrls', value, 1, model.references?.maxFiles ?? 0),
  referenceVideoUrls: (model, value) =>
    value === undefined
      ? []
      : checkAddresses('referenceVideoUrls', value, 1, model.references?.maxVideos ?? 0),
};

/** The deprecated field counts towards the same total (document 1, "Limits": reference files). */
function checkReferences(model: VideoModel, urls: unknown, videoUrls: unknown): RuleViolation[] {
  if (!model.references || !Array.isArray(urls) || !Array.isArray(videoUrls)) return [];
  const { maxFiles, maxVideos } = model.references;
  if (urls.length > maxFiles || videoUrls.length > maxVideos) return [];
  if (urls.length + videoUrls.length <= maxFiles) return [];
  return [{ field: 'referenceVideoUrls', rule: 'wrong-count', min: 0, max: maxFiles - urls.length }];
}

function checkText(field: RequestField, text: unknown, min: number, max: number): RuleViolation[] {
  if (typeof text !== 'string') return [{ field, rule: 'wrong-type' }];
  if (min > 0 && text.trim() === '') return [{ field, rule: 'empty', min, max }];
  return characterCount(text) > max ? [{ field, rule: 'too-long', min, max }] : [];
}

function checkAddress(field: RequestField, address: unknown): RuleViolation[] {
  if (typeof address !== 'string') return [{ field, rule: 'wrong-type' }];
  const protocol = URL.canParse(address) ? new URL(address).protocol : '';
  return protocol === 'http:' || protocol === 'https:' ? [] : [{ field, rule: 'not-http' }];
}

function checkAddresses(field: RequestField, list: unknown, min: number, max: number): RuleViolation[] {
  if (!Array.isArray(list)) return [{ field, rule: 'wrong-type', min, max }];
  const addresses: readonly unknown[] = list;
  const wrong = addresses.flatMap((address) => checkAddress(field, address)).slice(0, 1);
  const fits = addresses.length >= min && addresses.length <= max;
  return fits ? wrong : [{ field, rule: 'wrong-count', min, max }, ...wrong];
}

function checkOneOf(field: RequestField, value: unknown, allowed: readonly string[]): RuleViolation[] {
  return typeof value === 'string' && allowed.includes(value) ? [] : [{ field, rule: 'unknown', allowed }];
}

function checkDuration(model: VideoModel, value: unknown): RuleViolation[] {
  const field = 'durationSeconds';
  const { duration } = model;
  if (duration.rule === 'range') return checkWhole(field, value, duration.minSeconds, duration.maxSeconds);
  const choices = durationChoices(model);
  const allowed = choices.map(String);
  if (typeof value !== 'number') return [{ field, rule: 'wrong-type', allowed }];
  return choices.includes(value) ? [] : [{ field, rule: 'unknown', allowed }];
}

function checkWhole(field: RequestField, value: unknown, min: number, max: number): RuleViolation[] {
  if (typeof value !== 'number') return [{ field, rule: 'wrong-type', min, max }];
  if (!Number.isInteger(value)) return [{ field, rule: 'not-whole', min, max }];
  return value < min || value > max ? [{ field, rule: 'out-of-range', min, max }] : [];
}

function checkFlag(field: RequestField, value: unknown): RuleViolation[] {
  return typeof value === 'boolean' ? [] : [{ field, rule: 'wrong-type' }];
}
