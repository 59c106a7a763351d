import type { AudioFormat, SynthesisModel, VoiceKind } from './models.ts';
import type { Availability } from './problem.ts';
import type { VoiceListing } from './voice-list.ts';

/** Parameters that only some models and voices have (document 2 A, `run-task` parameters). */
export const partialFields = [
  'wordTimestamps',
  'instruction',
  'aigcTag',
  'hotFix',
  'markdownFilter',
] as const;
export type PartialField = (typeof partialFields)[number];

interface PartialRule {
  readonly offeredBy: readonly Availability[];
  /** Whether a system voice's listing marks it. Absent if the document has no such mark. */
  readonly marked?: (voice: VoiceListing) => boolean;
}

/** `tts-v3.5-*` have no system voices (document 2 A, `instruction`). */
export const kindsOf: Readonly<Record<SynthesisModel, readonly VoiceKind[]>> = {
  'tts-v3.5-flash': ['cloned', 'designed'],
  'tts-v3.5-plus': ['cloned', 'designed'],
  'tts-v3-flash': ['system', 'cloned', 'designed'],
  'tts-v3-plus': ['system', 'cloned', 'designed'],
  'tts-v2': ['system', 'cloned', 'designed'],
};

const cloned = (...models: readonly SynthesisModel[]): readonly Availability[] =>
  models.map((model) => ({ model, kind: 'cloned' }));
const everyKind = (...models: readonly SynthesisModel[]): readonly Availability[] =>
  models.flatMap((model) => kindsOf[model].map((kind) => ({ model, kind })));

const rules: Readonly<Record<PartialField, PartialRule>> = {
  wordTimestamps: {
    offeredBy: cloned('tts-v3-flash', 'tts-v3-plus', 'tts-v2'),
    marked: (voice) => voice.wordTimestamps,
  },
  instruction: {
    offeredBy: [...everyKind('tts-v3.5-flash', 'tts-v3.5-plus'), ...cloned('tts-v3-flash')],
    marked: (voice) => voice.instructions.length > 0,
  },
  aigcTag: { offeredBy: everyKind('tts-v3-flash', 'tts-v3-plus', 'tts-v2') },
  hotFix: { offeredBy: cloned('tts-v3-flash') },
  markdownFilter: { offeredBy: cloned('tts-v3-flash') },
};

/** The watermark is embedded in these (document 2 A, `enable_aigc_tag`). */
export const taggedFormats: readonly AudioFormat[] = ['wav', 'mp3', 'opus'];

/** Whether this voice can be used with this model at all. */
export function isVoiceOf(model: SynthesisModel, voice: VoiceListing): boolean {
  return voice.models.includes(model) && kindsOf[model].includes(voice.kind);
}

/** Whether this model and voice take the parameter. */
export function isOffered(field: PartialField, model: SynthesisModel, voice: VoiceListing): boolean {
  const { offeredBy, marked } = rules[field];
  if (offeredBy.some((each) => each.model === model && each.kind === voice.kind)) return true;
  return voice.kind === 'system' && (marked?.(voice) ?? false);
}

export function availabilityOf(field: PartialField): {
  readonly offeredBy: readonly Availability[];
  readonly marked: boolean;
} {
  const { offeredBy, marked } = rules[field];
  return { offeredBy, marked: marked !== undefined };
}
