import type { Phase } from './phase.ts';

/** Why a connection is of no use any more. */
export type Loss =
  | { readonly why: 'closed'; readonly code: number }
  /** Closed with a code after which a new server may come, and none came. */
  | { readonly why: 'expelled'; readonly code: number | undefined }
  | { readonly why: 'timeout'; readonly phase: Phase }
  /** The main gateway gave its adapters up. */
  | { readonly why: 'destroyed' }
  /** By its owner, before anything else happened to it. */
  | { readonly why: 'given-up' };

/**
 * What the end of a voice socket asks for (spec 5, 1.4). `wait`: a new server may be on its way, and otherwise somebody
 * took the bot out. `rejoin`: the session is gone, the place is not. `outdated`: this version is no longer spoken with.
 * `refused`: no connection is wanted for now.
 */
export type CloseVerdict = 'wait' | 'rejoin' | 'outdated' | 'refused';

const verdicts: Readonly<Record<number, CloseVerdict>> = {
  4014: 'wait',
  4017: 'outdated',
  4021: 'refused',
  4022: 'wait',
};

/** 4015 and the codes below 4000 get here only when resuming was impossible or failed. */
export function verdictOn(code: number): CloseVerdict {
  return verdicts[code] ?? 'rejoin';
}
