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
