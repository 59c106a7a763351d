import type { RequestField, VideoModelName } from './request.ts';

/** A rule of document 1 that a request breaks, as data: words are made of it elsewhere. */
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
    /** Too few or too many entries; `min` and `max` say how many there may be. */
    | 'wrong-count'
    /** The model has no such field; `offeredBy` says which do. */
    | 'not-offered';
  /** The limits that were broken, where there are some. */
  readonly min?: number;
  readonly max?: number;
  /** Every value that would have done, where they can be listed. */
  readonly allowed?: readonly string[];
  readonly offeredBy?: readonly VideoModelName[];
}
