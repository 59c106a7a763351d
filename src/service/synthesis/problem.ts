import type { SynthesisModel, VoiceKind } from './models.ts';
import type { SynthesisRequest } from './synthesis-types.ts';

/** Where a parameter is available. */
export interface Availability {
  readonly model: SynthesisModel;
  readonly kind: VoiceKind;
}

/** A rule of document 2 A that a request breaks, as data: words are made of it elsewhere. */
export interface SynthesisProblem {
  readonly field: keyof SynthesisRequest | 'text';
  readonly rule:
    | 'unknown'
    | 'wrong-type'
    | 'empty'
    | 'too-long'
    | 'not-whole'
    | 'out-of-range'
    /** The voice does not belong to the model; `allowed` are its models. */
    | 'other-model'
    /** The model has no voices of this kind; `allowed` are the kinds that it has. */
    | 'no-such-kind'
    /** Not with this model and voice; `offeredBy` says with which. `marked`: of a voice whose listing says so. */
    | 'not-offered'
    /** Only for some formats, which are `allowed`. */
    | 'other-format';
  readonly min?: number;
  readonly max?: number;
  /** Every value that would have done, where they can be listed. */
  readonly allowed?: readonly string[];
  readonly offeredBy?: readonly Availability[];
  /** System voices can have it, too, if they are marked with it in the list of voices. */
  readonly marked?: boolean;
}
