import { z } from 'zod';
import { unknownFields } from '../../unknown-fields.ts';
import type { RealtimeModel } from './models.ts';

/** A tool as `session.update` defines it. */
export interface ToolFacts {
  readonly type: 'function';
  readonly function: { readonly name: string; readonly description?: string; readonly parameters?: unknown };
}

export interface Detection {
  readonly type: 'server_vad' | 'semantic_vad';
  readonly threshold: number;
  readonly prefix_padding_ms: number;
  readonly silence_duration_ms: number;
  readonly create_response: boolean;
  readonly interrupt_response: boolean;
  /** After this much silence the service speaks unasked (field notes 8). */
  readonly idle_timeout_ms?: number;
}

/** The configuration of one session, under its wire names (document 2 B). */
export interface SessionConfig {
  readonly modalities: readonly ('text' | 'audio')[];
  readonly voice: string;
  readonly smooth_output: boolean | null;
  readonly instructions: string;
  readonly turn_detection: Detection | null;
  readonly enable_search: boolean;
  readonly search_options: { readonly enable_source: boolean };
  readonly tools: readonly ToolFacts[];
  readonly temperature: number;
  readonly top_p: number;
  readonly top_k: number | null;
  readonly max_tokens: number;
  readonly repetition_penalty: number;
  readonly presence_penalty: number;
  readonly seed: number;
}

/** A value that the service refuses: `error.code` is `invalid_value`, `param` names the field. */
export class InvalidValue extends Error {
  override readonly name = 'InvalidValue';
  readonly param: string;
  readonly code: string;

  constructor(param: string, message: string, code = 'invalid_value') {
    super(message);
    this.param = param;
    this.code = code;
  }
}

const longestOutput = 4_096;
const usualDetection: Detection = {
  type: 'server_vad',
  threshold: 0.5,
  prefix_padding_ms: 300,
  silence_duration_ms: 800,
  create_response: true,
  interrupt_response: true,
};

export function usualConfig(model: RealtimeModel): SessionConfig {
  return {
    ...model.defaults,
    modalities: ['text', 'audio'],
    smooth_output: model.series === 'flash' ? true : null,
    instructions: '',
    turn_detection: usualDetection,
    enable_search: false,
    search_options: { enable_source: false },
    tools: [],
    max_tokens: longestOutput,
    seed: -1,
  };
}

const number = (least: number, most: number) => z.number().min(least).max(most);
const whole = (least: number, most: number) => z.int().min(least).max(most);
const tool = z.object({
  type: z.literal('function'),
  function: z.object({
    name: z.string().min(1),
    description: z.string().optional(),
    // A schema has more words than the document names.
    parameters: z
      .looseObject({
        type: z.literal('object'),
        properties: z.record(z.string(), z.looseObject({})).optional(),
        required: z.array(z.string()).optional(),
      })
      .optional(),
  }),
});

/** What each field may be; null is taken for "as it was" where public clients send it so. */
const fields = {
  modalities: z
    .array(z.enum(['text', 'audio']))
    .refine((list) => list.includes('text') && new Set(list).size === list.length)
    .nullish(),
  voice: z.string().min(1).nullish(),
  input_audio_format: z.enum(['pcm', 'pcm16']).nullish(),
  output_audio_format: z.enum(['pcm', 'pcm16', 'pcm24']).nullish(),
  input_audio_transcription: z.object({ model: z.string().nullish() }).nullish(),
  smooth_output: z.boolean().nullable(),
  instructions: z.string().nullish(),
  enable_search: z.boolean().nullish(),
  search_options: z.object({ enable_source: z.boolean().optional() }).nullish(),
  tools: z.array(tool).nullish(),
  temperature: z.number().min(0).lt(2),
  top_p: z.number().gt(0).max(1),
  top_k: z.int().min(0).nullable(),
  max_tokens: whole(1, longestOutput),
  repetition_penalty: z.number().gt(0),
  presence_penalty: number(-2, 2),
  seed: whole(-1, 2_147_483_647),
} as const;
type Field = keyof typeof fields;

const detectionFields = {
  type: z.enum(['server_vad', 'semantic_vad']),
  threshold: number(-1, 1),
  prefix_padding_ms: z.int().min(0).nullable(),
  silence_duration_ms: whole(200, 6_000),
  create_response: z.boolean(),
  interrupt_response: z.boolean(),
  idle_timeout_ms: whole(5_000, 30_000).nullable(),
} as const;
type DetectionField = keyof typeof detectionFields;

const tuned: readonly Field[] = [
  'temperature',
  'top_p',
  'top_k',
  'max_tokens',
  'repetition_penalty',
  'presence_penalty',
  'seed',
];

/**
 * What becomes of a configuration by `session.update`. Fields that no document names pass and are told to `odd`.
 * @throws {InvalidValue}
 */
export function updated(
  before: SessionConfig,
  model: RealtimeModel,
  session: Readonly<Record<string, unknown>>,
  odd: (what: string) => void,
): SessionConfig {
  const changes: Record<string, unknown> = {};
  for (const [name, value] of Object.entries(session)) {
    if (value === undefined) continue;
    if (name === 'turn_detection') changes.turn_detection = detectionOf(before, model, value, odd);
    else if (!isField(name)) odd(`session.${name}`);
    else {
      const taken = taking(name, value, odd);
      const kept = taken === null && name !== 'smooth_output' && name !== 'top_k';
      if (!kept && name in before) changes[name] = taken;
    }
  }
  assertOffered(model, changes);
  const after = { ...before, ...changes } as SessionConfig;
  if (after.enable_search && after.tools.length > 0)
    throw new InvalidValue('session.tools', 'tools and enable_search cannot be enabled at the same time.');
  return after;
}

function taking(name: Field, value: unknown, odd: (what: string) => void): unknown {
  const parsed = fields[name].safeParse(value);
  if (!parsed.success) throw new InvalidValue(`session.${name}`, `Invalid value for session.${name}.`);
  for (const inner of unknownFields(value, parsed.data)) odd(`session.${name}.${inner}`);
  return parsed.data;
}

function isField(name: string): name is Field {
  return Object.hasOwn(fields, name);
}

function detectionOf(
  before: SessionConfig,
  model: RealtimeModel,
  value: unknown,
  odd: (what: string) => void,
): Detection | null {
  if (value === null) return null;
  if (typeof value !== 'object' || Array.isArray(value))
    throw new InvalidValue('session.turn_detection', 'Invalid value for session.turn_detection.');
  const changes: Record<string, unknown> = {};
  for (const [name, each] of Object.entries(value)) {
    const param = `session.turn_detection.${name}`;
    if (!Object.hasOwn(detectionFields, name)) odd(param);
    else {
      const parsed = detectionFields[name as DetectionField].safeParse(each);
      if (!parsed.success) throw new InvalidValue(param, `Invalid value for ${param}.`);
      if (parsed.data !== null) changes[name] = parsed.data;
    }
  }
  if (changes.type === 'semantic_vad' && model.series !== '3.5')
    throw new InvalidValue('session.turn_detection.type', 'semantic_vad is not supported by this model.');
  return { ...(before.turn_detection ?? usualDetection), ...changes } as Detection;
}

function assertOffered(model: RealtimeModel, changes: Readonly<Record<string, unknown>>): void {
  const given = (name: string) => changes[name] !== undefined;
  if (changes.enable_search === true && model.series !== '3.5')
    throw new InvalidValue('session.enable_search', 'enable_search is not supported by this model.');
  if (given('smooth_output') && changes.smooth_output !== null && model.series !== 'flash')
    throw new InvalidValue('session.smooth_output', 'smooth_output is not supported by this model.');
  if (given('temperature') && given('top_p'))
    throw new InvalidValue('session.top_p', 'Set only one of temperature and top_p.');
  const first = model.series === 'turbo' ? tuned.find(given) : undefined;
  if (first) throw new InvalidValue(`session.${first}`, `${first} cannot be changed for this model.`);
}
