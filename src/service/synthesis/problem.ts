import type { SynthesisModel, VoiceKind } from './models.ts';
import type { SynthesisRequest } from './synthesis-types.ts';

/** Where a parameter is available. */
export interface Availability {
  readonly model: SynthesisModel;
  readonly kind: VoiceKind;
}

/** A rule of document 2 A that a request breaks, as data. Its words are elsewhere. */
export interface SynthesisProblem {
  readonly field: keyof SynthesisRequest | 'text';
  readonly rule:
    | 'unknown'
    | 'wrong-type'
    | 'empty'
    | 'too-long'
    | 'not-whole'
    | 'out-of-range'
    /** The voice doesn't belong to the model; `allowed` are its models. */
    | 'other-model'
    /** The model has no voices of this kind; `allowed` are the kinds it has. */
    | 'no-such-kind'
    /** Not with this model and voice; `offeredBy` says with which. `marked`: only if the voice's listing says so. */
    | 'not-offered'
    /** Only for some formats, which are `allowed`. */
    | 'other-format';
  readonly min?: number;
  readonly max?: number;
  /** All values that would be valid, if there's a list. */
  readonly allowed?: readonly string[];
  readonly offeredBy?: readonly Availability[];
  /** System voices take it, too, if the list of voices marks them with it. */
  readonly marked?: boolean;
}
