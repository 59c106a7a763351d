import type { Tier } from './video/sizes.ts';

/** Where the hosted service stands (document 1, "Regions"). */
export const regions = ['singapore', 'virginia', 'frankfurt', 'beijing'] as const;
export type Region = (typeof regions)[number];

/** The three request kinds of document 1: its sections A, B and C. */
export type RequestKind = 'new-text' | 'legacy-text' | 'reference';

/** Document 1, "Endpoint availability by request kind"; no model has a rule of its own. */
export const servedIn: Readonly<Record<RequestKind, readonly Region[]>> = {
  'new-text': ['beijing', 'singapore'],
  'legacy-text': ['beijing', 'singapore', 'virginia', 'frankfurt'],
  reference: ['singapore', 'virginia', 'frankfurt', 'beijing'],
};

/** Models that share an account's creations a second and tasks at a time; `small`: gen2.2 and gen2.1 (field notes 5). */
export const families = ['standard', 'small'] as const;
export type Family = (typeof families)[number];

/** Whole seconds, ends included. */
export interface Span {
  readonly least: number;
  readonly most: number;
}

export type Durations = Span | { readonly oneOf: readonly number[] };

interface CommonFacts {
  /** The name of the document; a deployment may spell it differently on the wire. */
  readonly name: string;
  readonly family: Family;
  /** Longer text is cut to so many code points. */
  readonly promptCharacters: number;
  readonly negativePromptCharacters: number;
  /** Makes sound unless told otherwise. */
  readonly sound: boolean;
  readonly durations: Durations;
}

/** Section A. */
export interface NewTextModel extends CommonFacts {
  readonly kind: 'new-text';
  /** How long an `input.audio_url` lasts. */
  readonly audioSeconds: Span;
}

/** Section B. */
export interface LegacyTextModel extends CommonFacts {
  readonly kind: 'legacy-text';
  /** Absent: the model takes no audio. */
  readonly audioSeconds?: Span;
  readonly tiers: readonly Tier[];
  /** `width*height`. */
  readonly defaultSize: string;
  readonly takesShotType: boolean;
  /** Whether `actual_prompt` is told when the prompt was rewritten. */
  readonly tellsActualPrompt: boolean;
  /** `gen2.6` tells the fields of later models, `gen2.5` and earlier `video_duration` and `video_ratio`. */
  readonly usage: 'later' | 'earlier';
}

/** Section C. */
export interface ReferenceModel extends CommonFacts {
  readonly kind: 'reference';
  readonly tiers: readonly Tier[];
  readonly defaultSize: string;
  /** Has `parameters.audio`. */
  readonly takesAudioSwitch: boolean;
}

export type ModelFacts = NewTextModel | LegacyTextModel | ReferenceModel;

const later = { family: 'standard', negativePromptCharacters: 500, sound: true } as const;
const gen26 = {
  ...later,
  kind: 'legacy-text',
  promptCharacters: 1_500,
  audioSeconds: { least: 3, most: 30 },
  tiers: ['720P', '1080P'],
  defaultSize: '1920*1080',
  takesShotType: true,
  usage: 'later',
} as const;
const silent = {
  kind: 'legacy-text',
  family: 'small',
  promptCharacters: 800,
  negativePromptCharacters: 500,
  sound: false,
  durations: { oneOf: [5] },
  takesShotType: false,
  tellsActualPrompt: true,
  usage: 'earlier',
} as const;
const reference = {
  ...later,
  kind: 'reference',
  promptCharacters: 1_500,
  tiers: ['720P', '1080P'],
  defaultSize: '1920*1080',
  durations: { least: 2, most: 10 },
} as const;

/** Document 1, sections A, B and C. */
export const models: readonly ModelFacts[] = [
  {
    ...later,
    name: 'gen2.7-t2v',
    kind: 'new-text',
    promptCharacters: 5_000,
    durations: { least: 2, most: 15 },
    audioSeconds: { least: 2, most: 30 },
  },
  { ...gen26, name: 'gen2.6-t2v', durations: { least: 2, most: 15 }, tellsActualPrompt: false },
  { ...gen26, name: 'gen2.6-t2v-us', durations: { oneOf: [5, 10] }, tellsActualPrompt: true },
  {
    ...gen26,
    name: 'gen2.5-t2v-preview',
    tiers: ['480P', '720P', '1080P'],
    durations: { oneOf: [5, 10] },
    takesShotType: false,
    tellsActualPrompt: true,
    usage: 'earlier',
  },
  { ...silent, name: 'gen2.2-t2v-plus', tiers: ['480P', '1080P'], defaultSize: '1920*1080' },
  { ...silent, name: 'gen2.1-t2v-turbo', tiers: ['480P', '720P'], defaultSize: '1280*720' },
  { ...silent, name: 'gen2.1-t2v-plus', tiers: ['720P'], defaultSize: '1280*720' },
  { ...reference, name: 'gen2.6-r2v', takesAudioSwitch: false },
  { ...reference, name: 'gen2.6-r2v-flash', takesAudioSwitch: true },
];

/** Model names as a deployment spells them. */
export class ModelNames {
  readonly #byWireName = new Map<string, ModelFacts>();

  constructor(spelling: Readonly<Record<string, string>>) {
    for (const model of models) this.#byWireName.set(spelling[model.name] ?? model.name, model);
  }

  find(wireName: string): ModelFacts | undefined {
    return this.#byWireName.get(wireName);
  }

  get wireNames(): readonly string[] {
    return [...this.#byWireName.keys()];
  }
}
