import { z } from 'zod';
import type { ModelFacts } from '../models.ts';
import { invalidParameter } from '../refusal.ts';
import { type Ratio, type Resolution, ratios, resolutions } from './sizes.ts';

/** A creation as the service understood it (document 1, section A). */
export interface CreateRequest {
  /** Cut to the model's limit. */
  readonly prompt: string;
  readonly negativePrompt?: string;
  readonly audioUrl?: string;
  readonly resolution: Resolution;
  readonly ratio: Ratio;
  readonly durationSeconds: number;
  readonly promptExtend: boolean;
  readonly watermark: boolean;
  /** Drawn when it was omitted. */
  readonly seed: number;
  readonly seedGiven: boolean;
  readonly ignoredFields: readonly string[];
}

const maxSeed = 2_147_483_647;

const wireRequest = z.looseObject({
  model: z.string(),
  input: z.looseObject(
    {
      prompt: text('must be a non-empty string').refine(
        (prompt) => prompt.trim() !== '',
        'must not be empty',
      ),
      negative_prompt: text('must be a string').optional(),
      audio_url: text('must be a string').optional(),
    },
    'must be an object',
  ),
  parameters: z
    .looseObject(
      {
        resolution: choice(resolutions).default('1080P'),
        ratio: choice(ratios).default('16:9'),
        duration: whole(2, 15).default(5),
        prompt_extend: flag().default(true),
        watermark: flag().default(false),
        seed: whole(0, maxSeed).optional(),
      },
      'must be an object',
    )
    .prefault({}),
});

/** Names of the fields that the new protocol knows; everything else is tolerated and has no effect. */
const known = {
  body: ['model', 'input', 'parameters'],
  input: ['prompt', 'negative_prompt', 'audio_url'],
  parameters: ['resolution', 'ratio', 'duration', 'prompt_extend', 'watermark', 'seed'],
};

/** Throws `InvalidParameter` naming the first field that breaks a rule. */
export function readCreateRequest(body: unknown, model: ModelFacts, drawSeed: () => number): CreateRequest {
  const parsed = wireRequest.safeParse(body);
  if (!parsed.success) {
    const [issue] = parsed.error.issues;
    throw invalidParameter(`${issue?.path.join('.') || 'body'} ${issue?.message ?? 'is invalid'}.`);
  }
  const { input, parameters } = parsed.data;
  return {
    prompt: cut(input.prompt, model.promptCharacters),
    ...(input.negative_prompt !== undefined && {
      negativePrompt: cut(input.negative_prompt, model.negativePromptCharacters),
    }),
    ...(input.audio_url !== undefined && { audioUrl: input.audio_url }),
    resolution: parameters.resolution,
    ratio: parameters.ratio,
    durationSeconds: parameters.duration,
    promptExtend: parameters.prompt_extend,
    watermark: parameters.watermark,
    seed: parameters.seed ?? drawSeed(),
    seedGiven: parameters.seed !== undefined,
    ignoredFields: [
      ...unknownNames(parsed.data, known.body, ''),
      ...unknownNames(input, known.input, 'input.'),
      ...unknownNames(parameters, known.parameters, 'parameters.'),
    ],
  };
}

/** Characters are counted as code points, so that no character is cut in half. */
function cut(value: string, most: number): string {
  return value.length <= most ? value : [...value].slice(0, most).join('');
}

function unknownNames(record: Record<string, unknown>, names: readonly string[], prefix: string): string[] {
  return Object.keys(record)
    .filter((name) => !names.includes(name))
    .map((name) => prefix + name);
}

function text(rule: string) {
  return z.string(rule);
}

function choice<const T extends readonly [string, ...string[]]>(values: T) {
  return z.enum(values, `must be one of ${values.join(', ')}`);
}

function whole(least: number, most: number) {
  const rule = `must be an integer between ${least} and ${most}`;
  return z.number(rule).int(rule).min(least, rule).max(most, rule);
}

function flag() {
  return z.boolean('must be a boolean');
}
