import {
  audioFormats,
  type SynthesisModel,
  sampleRatesHz,
  synthesisLanguages,
  synthesisModels,
} from './models.ts';
import {
  availabilityOf,
  isOffered,
  kindsOf,
  type PartialField,
  partialFields,
  taggedFormats,
} from './offered.ts';
import type { SynthesisProblem } from './problem.ts';
import type { SynthesisRequest } from './synthesis-types.ts';
import { weightedLength } from './text-cutting.ts';
import type { VoiceListing } from './voice-list.ts';

export type { SynthesisProblem };

type Field = keyof SynthesisRequest;
type Fields = Readonly<Partial<Record<Field, unknown>>>;

const instructionLimit = 100;

/**
 * Every rule of document 2 A that the request breaks, with what's allowed instead; empty if it can be sent. Values aren't
 * trusted to have their types, because an old record can contain anything.
 */
export function checkSynthesis(request: SynthesisRequest): readonly SynthesisProblem[] {
  const fields: Fields = { ...request };
  const { voice } = request;
  const { model } = fields;
  if (!isModel(model)) return [{ field: 'model', rule: 'unknown', allowed: synthesisModels }];
  return [
    ...checkVoice(model, voice),
    ...checkOneOf('format', fields.format, audioFormats),
    ...optional('sampleRateHz', fields, (field, value) => checkOneOf(field, value, sampleRatesHz)),
    ...optional('volume', fields, (field, value) => checkWhole(field, value, 0, 100)),
    ...optional('rate', fields, (field, value) => checkRange(field, value, 0.5, 2)),
    ...optional('pitch', fields, (field, value) => checkRange(field, value, 0.5, 2)),
    ...optional('bitRateKbps', fields, (field, value) => [
      ...checkWhole(field, value, 6, 510),
      ...checkFormat(field, fields.format, ['opus']),
    ]),
    ...optional('ssml', fields, checkFlag),
    ...optional('seed', fields, (field, value) => checkWhole(field, value, 0, 65_535)),
    ...optional('language', fields, (field, value) => checkOneOf(field, value, synthesisLanguages)),
    ...partialFields.flatMap((field) => checkPartial(field, fields, model, voice)),
  ];
}

function isModel(value: unknown): value is SynthesisModel {
  return synthesisModels.some((model) => model === value);
}

function checkVoice(model: SynthesisModel, voice: VoiceListing): readonly SynthesisProblem[] {
  if (!kindsOf[model].includes(voice.kind)) {
    return [{ field: 'voice', rule: 'no-such-kind', allowed: kindsOf[model] }];
  }
  return voice.models.includes(model) ? [] : [{ field: 'voice', rule: 'other-model', allowed: voice.models }];
}

function checkPartial(
  field: PartialField,
  fields: Fields,
  model: SynthesisModel,
  voice: VoiceListing,
): readonly SynthesisProblem[] {
  const value = fields[field];
  if (value === undefined) return [];
  const wrong = partialChecks[field](value, fields, voice);
  // A switch that's off asks for nothing, so every model and voice takes it.
  if (value === false || isOffered(field, model, voice)) return wrong;
  return [{ field, rule: 'not-offered', ...availabilityOf(field) }];
}

type PartialCheck = (value: unknown, fields: Fields, voice: VoiceListing) => readonly SynthesisProblem[];

const partialChecks: Readonly<Record<PartialField, PartialCheck>> = {
  wordTimestamps: (value) => checkFlag('wordTimestamps', value),
  markdownFilter: (value) => checkFlag('markdownFilter', value),
  instruction: (value, _, voice) => checkInstruction(value, voice),
  aigcTag: (value, { format }) => [
    ...(isRecord(value) && ['propagator', 'propagateId'].every((name) => isAbsentOrText(value[name]))
      ? []
      : [{ field: 'aigcTag', rule: 'wrong-type' } as const]),
    ...checkFormat('aigcTag', format, taggedFormats),
  ],
  hotFix: (value) => checkHotFix(value),
};

/** A system voice only takes the fixed instructions in its listing (document 2 A, `instruction`). */
function checkInstruction(value: unknown, voice: VoiceListing): readonly SynthesisProblem[] {
  const field = 'instruction';
  if (typeof value !== 'string') return [{ field, rule: 'wrong-type' }];
  if (value.trim() === '') return [{ field, rule: 'empty' }];
  if (weightedLength(value) > instructionLimit) return [{ field, rule: 'too-long', max: instructionLimit }];
  return voice.kind === 'system' ? checkOneOf(field, value, voice.instructions) : [];
}

function checkHotFix(value: unknown): readonly SynthesisProblem[] {
  const field = 'hotFix';
  if (!isRecord(value)) return [{ field, rule: 'wrong-type' }];
  const entries = [
    ...entriesOf(value.pronunciation, 'word', 'pinyin'),
    ...entriesOf(value.replace, 'word', 'by'),
  ];
  if (entries.some((entry) => entry === undefined)) return [{ field, rule: 'wrong-type' }];
  return entries.some((entry) => entry === '') ? [{ field, rule: 'empty' }] : [];
}

/** The texts of all entries, trimmed; undefined for anything that isn't a text. */
function entriesOf(list: unknown, ...names: readonly string[]): readonly (string | undefined)[] {
  if (list === undefined) return [];
  if (!Array.isArray(list)) return [undefined];
  return list.flatMap((entry: unknown) =>
    names.map((name) => {
      const text = isRecord(entry) ? entry[name] : undefined;
      return typeof text === 'string' ? text.trim() : undefined;
    }),
  );
}

function optional(
  field: Field,
  fields: Fields,
  check: (field: Field, value: unknown) => readonly SynthesisProblem[],
): readonly SynthesisProblem[] {
  return fields[field] === undefined ? [] : check(field, fields[field]);
}

function checkOneOf(
  field: Field,
  value: unknown,
  allowed: readonly (string | number)[],
): readonly SynthesisProblem[] {
  return allowed.some((each) => each === value)
    ? []
    : [{ field, rule: 'unknown', allowed: allowed.map(String) }];
}

function checkFormat(field: Field, format: unknown, allowed: readonly string[]): readonly SynthesisProblem[] {
  return allowed.some((each) => each === format) ? [] : [{ field, rule: 'other-format', allowed }];
}

function checkWhole(field: Field, value: unknown, min: number, max: number): readonly SynthesisProblem[] {
  if (typeof value === 'number' && Number.isFinite(value) && !Number.isInteger(value)) {
    return [{ field, rule: 'not-whole', min, max }];
  }
  return checkRange(field, value, min, max);
}

function checkRange(field: Field, value: unknown, min: number, max: number): readonly SynthesisProblem[] {
  if (typeof value !== 'number' || Number.isNaN(value)) return [{ field, rule: 'wrong-type', min, max }];
  return value < min || value > max ? [{ field, rule: 'out-of-range', min, max }] : [];
}

function checkFlag(field: Field, value: unknown): readonly SynthesisProblem[] {
  return typeof value === 'boolean' ? [] : [{ field, rule: 'wrong-type' }];
}

function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function isAbsentOrText(value: unknown): boolean {
  return value === undefined || (typeof value === 'string' && value !== '');
}
