import { isVideoModelName, type NewTextModel, videoModels } from '../models.ts';
import type { VideoRequest } from './request.ts';
import { characterCount } from './truncate.ts';

/** A rule of document 1, section A, that a request breaks. */
export interface RuleViolation {
  readonly field:
    | 'model'
    | 'prompt'
    | 'negativePrompt'
    | 'audioUrl'
    | 'resolution'
    | 'ratio'
    | 'durationSeconds'
    | 'promptExtend'
    | 'watermark'
    | 'seed';
  readonly rule: 'unknown' | 'wrong-type' | 'empty' | 'too-long' | 'not-http' | 'not-whole' | 'out-of-range';
  /** The limits that were broken, where there are some. */
  readonly min?: number;
  readonly max?: number;
  readonly allowed?: readonly string[];
}

/**
 * Every rule of section A that the request breaks; none when it may be sent. The types are not trusted here: a
 * hand-made interaction can carry anything.
 */
export function checkVideoRequest(request: VideoRequest): readonly RuleViolation[] {
  if (!isVideoModelName(request.model)) {
    return [{ field: 'model', rule: 'unknown', allowed: Object.keys(videoModels) }];
  }
  const model: NewTextModel = videoModels[request.model];
  const { duration, seed } = model;
  return [
    ...checkText('prompt', request.prompt, 1, model.promptLimit),
    ...checkText('negativePrompt', request.negativePrompt ?? '', 0, model.negativePromptLimit),
    ...checkAddress(request.audioUrl),
    ...checkOneOf('resolution', request.resolution, Object.keys(model.sizes)),
    ...checkOneOf('ratio', request.ratio, Object.keys(model.sizes['720P'])),
    ...checkWhole('durationSeconds', request.durationSeconds, duration.minSeconds, duration.maxSeconds),
    ...checkFlag('promptExtend', request.promptExtend),
    ...checkFlag('watermark', request.watermark),
    ...(request.seed === undefined ? [] : checkWhole('seed', request.seed, seed.min, seed.max)),
  ];
}

type Field = RuleViolation['field'];

function checkText(field: Field, text: unknown, min: number, max: number): RuleViolation[] {
  if (typeof text !== 'string') return [{ field, rule: 'wrong-type' }];
  if (min > 0 && text.trim() === '') return [{ field, rule: 'empty', min, max }];
  return characterCount(text) > max ? [{ field, rule: 'too-long', min, max }] : [];
}

function checkAddress(address: unknown): RuleViolation[] {
  if (address === undefined) return [];
  if (typeof address !== 'string') return [{ field: 'audioUrl', rule: 'wrong-type' }];
  const protocol = URL.canParse(address) ? new URL(address).protocol : '';
  return protocol === 'http:' || protocol === 'https:' ? [] : [{ field: 'audioUrl', rule: 'not-http' }];
}

function checkOneOf(field: Field, value: unknown, allowed: readonly string[]): RuleViolation[] {
  return typeof value === 'string' && allowed.includes(value) ? [] : [{ field, rule: 'unknown', allowed }];
}

function checkWhole(field: Field, value: unknown, min: number, max: number): RuleViolation[] {
  if (typeof value !== 'number') return [{ field, rule: 'wrong-type', min, max }];
  if (!Number.isInteger(value)) return [{ field, rule: 'not-whole', min, max }];
  return value < min || value > max ? [{ field, rule: 'out-of-range', min, max }] : [];
}

function checkFlag(field: Field, value: unknown): RuleViolation[] {
  return typeof value === 'boolean' ? [] : [{ field, rule: 'wrong-type' }];
}
