import { isVideoModelName, videoModelNames, videoModels } from '../models.ts';
import type { ReferenceRule, VideoModel } from './model.ts';
import type { RequestField, VideoModelName, VideoRequest } from './request.ts';
import type { RuleViolation } from './rule-violation.ts';
import { sizesOf } from './sizes.ts';

/** Finds what's wrong with a value of any type, for a model that has the field. */
type FieldCheck = (value: unknown, field: RequestField, model: VideoModel) => RuleViolation[];

/** What document 1 says about a field. */
interface FieldRule {
  /** Its place and name in the body of a creation. */
  readonly wire: readonly [part: 'input' | 'parameters', name: string];
  readonly check: FieldCheck;
  /** Which models have it; all of them if absent. */
  readonly offered?: (model: VideoModel) => boolean;
}

const flag: FieldCheck = (value, field) =>
  typeof value === 'boolean' ? [] : [{ field, rule: 'wrong-type' }];

const address: FieldCheck = (value, field) => {
  if (typeof value !== 'string') return [{ field, rule: 'wrong-type' }];
  const protocol = URL.canParse(value) ? new URL(value).protocol : '';
  return protocol === 'http:' || protocol === 'https:' ? [] : [{ field, rule: 'not-http' }];
};

function text(min: number, most: (model: VideoModel) => number): FieldCheck {
  return (value, field, model) => {
    const max = most(model);
    if (typeof value !== 'string') return [{ field, rule: 'wrong-type' }];
    if (min > 0 && value.trim() === '') return [{ field, rule: 'empty', min, max }];
    return characterCount(value) > max ? [{ field, rule: 'too-long', min, max }] : [];
  };
}

function addresses(min: number, most: (model: VideoModel) => number): FieldCheck {
  return (value, field, model) => {
    const max = most(model);
    if (!Array.isArray(value)) return [{ field, rule: 'wrong-type', min, max }];
    const list: readonly unknown[] = value;
    const wrong = list.flatMap((each) => address(each, field, model)).slice(0, 1);
    const fits = list.length >= min && list.length <= max;
    return fits ? wrong : [{ field, rule: 'wrong-count', min, max }, ...wrong];
  };
}

function oneOf(offered: (model: VideoModel) => readonly string[]): FieldCheck {
  return (value, field, model) => {
    const allowed = offered(model);
    return typeof value === 'string' && allowed.includes(value) ? [] : [{ field, rule: 'unknown', allowed }];
  };
}

function whole(limits: (model: VideoModel) => { readonly min: number; readonly max: number }): FieldCheck {
  return (value, field, model) => {
    const { min, max } = limits(model);
    if (typeof value !== 'number') return [{ field, rule: 'wrong-type', min, max }];
    if (!Number.isInteger(value)) return [{ field, rule: 'not-whole', min, max }];
    return value < min || value > max ? [{ field, rule: 'out-of-range', min, max }] : [];
  };
}

const duration: FieldCheck = (value, field, model) => {
  const rule = model.duration;
  if (rule.rule === 'range')
    return whole(() => ({ min: rule.minSeconds, max: rule.maxSeconds }))(value, field, model);
  const choices = durationChoices(model);
  const allowed = choices.map(String);
  if (typeof value !== 'number') return [{ field, rule: 'wrong-type', allowed }];
  return choices.includes(value) ? [] : [{ field, rule: 'unknown', allowed }];
};

/** Makes a field optional. */
function optional(check: FieldCheck): FieldCheck {
  return (value, field, model) => (value === undefined ? [] : check(value, field, model));
}

const ratiosOf = (model: VideoModel) => [...new Set(sizesOf(model).map(({ ratio }) => ratio))];

/** Every field that a request sends to the service: its name there, its check, and which models have it. */
export const requestFields = {
  prompt: { wire: ['input', 'prompt'], check: text(1, (model) => model.promptLimit) },
  negativePrompt: {
    wire: ['input', 'negative_prompt'],
    check: optional(text(0, (model) => model.negativePromptLimit)),
  },
  audioUrl: {
    wire: ['input', 'audio_url'],
    check: optional(address),
    offered: (model) => model.audio !== undefined,
  },
  resolution: {
    wire: ['parameters', 'resolution'],
    check: oneOf((model) => Object.keys(model.sizes)),
    offered: (model) => model.kind === 'new-text',
  },
  ratio: {
    wire: ['parameters', 'ratio'],
    check: oneOf(ratiosOf),
    offered: (model) => model.kind === 'new-text',
  },
  size: {
    wire: ['parameters', 'size'],
    check: oneOf((model) => sizesOf(model).map(({ size }) => size)),
    offered: (model) => model.kind !== 'new-text',
  },
  promptExtend: {
    wire: ['parameters', 'prompt_extend'],
    check: flag,
    offered: (model) => model.extendsPrompt,
  },
  shotType: {
    wire: ['parameters', 'shot_type'],
    check: optional(oneOf((model) => model.shotTypes)),
    offered: (model) => model.shotTypes.length > 0,
  },
  audio: {
    wire: ['parameters', 'audio'],
    check: optional(flag),
    offered: (model) => model.hasAudioSwitch,
  },
  referenceUrls: {
    wire: ['input', 'reference_urls'],
    check: addresses(1, (model) => model.references?.maxFiles ?? 0),
    offered: (model) => model.references !== undefined,
  },
  referenceVideoUrls: {
    wire: ['input', 'reference_video_urls'],
    check: optional(addresses(1, (model) => model.references?.maxVideos ?? 0)),
    offered: (model) => model.references !== undefined,
  },
  durationSeconds: { wire: ['parameters', 'duration'], check: duration },
  watermark: { wire: ['parameters', 'watermark'], check: flag },
  seed: { wire: ['parameters', 'seed'], check: optional(whole((model) => model.seed)) },
} as const satisfies Record<Exclude<RequestField, 'kind' | 'model'>, FieldRule>;

export type CarriedField = keyof typeof requestFields;

/** In the table's order. */
export const carriedFields = Object.entries(requestFields) as readonly (readonly [CarriedField, FieldRule])[];

/**
 * Every rule of document 1 that the request breaks, with what's allowed; empty if it can be sent. Types aren't trusted
 * here, because a forged interaction or an old record can hold anything. An address doesn't say what a reference or
 * audio file is; `src/media/` checks that.
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

/** Whether a request to this model may have that field (document 1, the tables of A, B and C). */
export function isOffered(model: VideoModel, field: CarriedField): boolean {
  const { offered }: FieldRule = requestFields[field];
  return offered?.(model) ?? true;
}

export function modelsOffering(field: CarriedField): readonly VideoModelName[] {
  return Object.values(videoModels)
    .filter((model) => isOffered(model, field))
    .map(({ name }) => name);
}

/** The deprecated field counts towards the same maximum (document 1, "Limits": reference files). */
function checkReferences(model: VideoModel, urls: unknown, videoUrls: unknown): RuleViolation[] {
  if (!model.references || !Array.isArray(urls) || !Array.isArray(videoUrls)) return [];
  const { maxFiles, maxVideos } = model.references;
  if (urls.length > maxFiles || videoUrls.length > maxVideos) return [];
  if (urls.length + videoUrls.length <= maxFiles) return [];
  return [{ field: 'referenceVideoUrls', rule: 'wrong-count', min: 0, max: maxFiles - urls.length }];
}

/** Every length in seconds that a model can make, shortest first. */
export function durationChoices({ duration }: Pick<VideoModel, 'duration'>): readonly number[] {
  switch (duration.rule) {
    case 'range': {
      const { minSeconds, maxSeconds } = duration;
      return Array.from({ length: maxSeconds - minSeconds + 1 }, (_, index) => minSeconds + index);
    }
    case 'oneOf':
      return duration.seconds;
    case 'fixed':
      return [duration.defaultSeconds];
  }
}

/** Length in code points: the unit of every limit on a prompt. */
export function characterCount(text: string): number {
  let count = 0;
  for (const _ of text) count += 1;
  return count;
}

type ReferenceKind = 'image' | 'video';

interface ReferenceCountViolation {
  /** What there's too much of; `file` means images and videos together. */
  readonly of: ReferenceKind | 'file';
  readonly count: number;
  readonly max: number;
}

/**
 * Whether a request has too many reference files (document 1, "Limits"). Only works once the kind of each file is
 * known, and its address doesn't tell.
 */
export function checkReferenceCount(
  kinds: readonly ReferenceKind[],
  rule: Pick<ReferenceRule, 'maxImages' | 'maxVideos' | 'maxFiles'>,
): readonly ReferenceCountViolation[] {
  const countOf = (kind: ReferenceKind) => kinds.filter((each) => each === kind).length;
  const counted: readonly ReferenceCountViolation[] = [
    { of: 'file', count: kinds.length, max: rule.maxFiles },
    { of: 'image', count: countOf('image'), max: rule.maxImages },
    { of: 'video', count: countOf('video'), max: rule.maxVideos },
  ];
  return counted.filter(({ count, max }) => count > max);
}
