import type { ConversationModel } from '../models.ts';
import { conversationModelNames, conversationModels } from '../models.ts';
import type { ConversationSettings } from './conversation-types.ts';

/** A rule of document 2 B that the settings break, as data; the words are elsewhere. */
export interface ConversationProblem {
  readonly field: keyof ConversationSettings | 'threshold' | 'silenceMs';
  readonly rule:
    | 'unknown'
    | 'wrong-type'
    | 'not-whole'
    | 'out-of-range'
    | 'empty'
    | 'excludes'
    | 'not-offered'
    | 'twice';
  readonly min?: number;
  readonly max?: number;
  /** The value it conflicts with, or all the values or models that would work. */
  readonly allowed?: readonly string[];
}

type Problems = readonly ConversationProblem[];

const tuning = [
  'temperature',
  'topP',
  'topK',
  'maxTokens',
  'repetitionPenalty',
  'presencePenalty',
  'seed',
] as const satisfies readonly (keyof ConversationSettings)[];

const toolName = /^[A-Za-z_][A-Za-z0-9_-]{0,63}$/;

/**
 * Every rule that the settings break; empty if they can be sent. Settings that the model doesn't have are never sent.
 */
export function checkConversation(settings: ConversationSettings): Problems {
  const model: ConversationModel | undefined = conversationModels.find(({ name }) => name === settings.model);
  if (!model) return [{ field: 'model', rule: 'unknown', allowed: conversationModelNames }];
  return [
    ...(settings.voice?.trim() === '' ? [{ field: 'voice', rule: 'empty' } as const] : []),
    ...checkDetection(settings, model),
    ...checkSearch(settings, model),
    ...checkTools(settings),
    ...(settings.smoothOutput === undefined || model.smoothOutput
      ? []
      : [notOffered('smoothOutput', (each) => each.smoothOutput)]),
    ...checkTuning(settings, model),
  ];
}

function checkDetection({ turnDetection }: ConversationSettings, model: ConversationModel): Problems {
  if (!turnDetection || turnDetection.by === 'manual') return [];
  const { by, threshold, silenceMs } = turnDetection;
  return [
    ...(by === 'semantic' && !model.semanticDetection
      ? [notOffered('turnDetection', (each) => each.semanticDetection)]
      : []),
    ...range('threshold', threshold, -1, 1),
    ...whole('silenceMs', silenceMs, 200, 6_000),
  ];
}

function checkSearch({ search, tools }: ConversationSettings, model: ConversationModel): Problems {
  if (!search) return [];
  if (!model.search) return [notOffered('search', (each) => each.search)];
  return tools && tools.length > 0 ? [{ field: 'search', rule: 'excludes', allowed: ['tools'] }] : [];
}

function checkTools({ tools = [] }: ConversationSettings): Problems {
  const names = tools.map(({ name }) => name);
  if (names.some((name) => !toolName.test(name))) return [{ field: 'tools', rule: 'wrong-type' }];
  return new Set(names).size < names.length ? [{ field: 'tools', rule: 'twice' }] : [];
}

function checkTuning(settings: ConversationSettings, model: ConversationModel): Problems {
  const given = tuning.filter((field) => settings[field] !== undefined);
  if (!model.tunable) return given.map((field) => notOffered(field, (each) => each.tunable));
  const { temperature, topP, topK, maxTokens, repetitionPenalty, presencePenalty, seed } = settings;
  return [
    ...(temperature !== undefined && topP !== undefined
      ? [{ field: 'topP', rule: 'excludes', allowed: ['temperature'] } as const]
      : []),
    ...range('temperature', temperature, 0, 2, 'below-max'),
    ...range('topP', topP, 0, 1, 'above-min'),
    ...(topK === null ? [] : whole('topK', topK, 0, Number.MAX_SAFE_INTEGER)),
    ...whole('maxTokens', maxTokens, 1, Number.MAX_SAFE_INTEGER),
    ...range('repetitionPenalty', repetitionPenalty, 0, Number.MAX_VALUE, 'above-min'),
    ...range('presencePenalty', presencePenalty, -2, 2),
    ...whole('seed', seed, 0, 2_147_483_647),
  ];
}

function notOffered(
  field: ConversationProblem['field'],
  has: (model: ConversationModel) => boolean,
): ConversationProblem {
  return { field, rule: 'not-offered', allowed: conversationModels.filter(has).map(({ name }) => name) };
}

function range(
  field: ConversationProblem['field'],
  value: unknown,
  min: number,
  max: number,
  open?: 'below-max' | 'above-min',
): Problems {
  if (value === undefined) return [];
  if (typeof value !== 'number' || Number.isNaN(value)) return [{ field, rule: 'wrong-type', min, max }];
  const tooLow = open === 'above-min' ? value <= min : value < min;
  const tooHigh = open === 'below-max' ? value >= max : value > max;
  return tooLow || tooHigh ? [{ field, rule: 'out-of-range', min, max }] : [];
}

function whole(field: ConversationProblem['field'], value: unknown, min: number, max: number): Problems {
  if (typeof value === 'number' && Number.isFinite(value) && !Number.isInteger(value))
    return [{ field, rule: 'not-whole', min, max }];
  return range(field, value, min, max);
}
