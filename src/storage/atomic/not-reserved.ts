import type { NotReservedOutcome } from './atomic.ts';

/** Why a record wasn't written that was to be paid with it: then nothing was. */
export class NotReservedError extends Error {
  override readonly name = 'NotReservedError';
  readonly outcome: NotReservedOutcome;

  constructor(outcome: NotReservedOutcome) {
    super(`nothing was reserved, so nothing was written: ${outcome.is}`);
    this.outcome = outcome;
  }
}
