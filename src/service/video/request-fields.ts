import {
  address,
  addresses,
  duration,
  type FieldCheck,
  flag,
  oneOf,
  optional,
  text,
  whole,
} from './field-checks.ts';
import type { VideoModel } from './model.ts';
import type { RequestField } from './request.ts';
import { sizesOf } from './sizes.ts';

/** What document 1 says of one field of a request. */
export interface FieldRule {
  /** Where it stands in the body of a creation, and what it is called there. */
  readonly wire: readonly [part: 'input' | 'parameters', name: string];
  readonly check: FieldCheck;
  /** Which models have it; all where this is absent. */
  readonly offered?: (model: VideoModel) => boolean;
}

const ratiosOf = (model: VideoModel) => [...new Set(sizesOf(model).map(({ ratio }) => ratio))];

/** Every field that a request carries to the service: its name there, its check, and which models have it. */
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

/** In the order of the table. */
export const carriedFields = Object.entries(requestFields) as readonly (readonly [CarriedField, FieldRule])[];
