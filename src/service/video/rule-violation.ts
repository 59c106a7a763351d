import type { RequestField, VideoModelName } from './request.ts';

/** A rule of document 1 that a request breaks, as data; the words are elsewhere. */
export interface RuleViolation {
  readonly field: RequestField;
  readonly rule:
    | 'unknown'
    | 'wrong-type'
    | 'empty'
    | 'too-long'
    | 'not-http'
    | 'not-whole'
    | 'out-of-range'
    /** Too few or too many entries; `min` and `max` are the limits. */
    | 'wrong-count'
    /** The model has no such field; `offeredBy` says which do. */
    | 'not-offered';
  /** The limits that were broken, if it's about limits. */
  readonly min?: number;
  readonly max?: number;
  /** All the values that would work, if they can be listed. */
  readonly allowed?: readonly string[];
  readonly offeredBy?: readonly VideoModelName[];
}
