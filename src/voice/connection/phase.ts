/**
 * How far a connection is. `signalling`: the main gateway was asked for a server. `connecting`: from the voice socket
 * to the session description. `securing`: media could flow, but end-to-end encryption isn't set up. `open`: people can
 * hear it. `resuming`: the voice socket broke. `relocating`: Discord looks for another server. `closed`: the voice
 * session ended.
 */
export type Phase =
  | 'signalling'
  | 'connecting'
  | 'securing'
  | 'open'
  | 'resuming'
  | 'relocating'
  | 'closed'
  | 'destroyed';

/** How long a connection may stay in each phase; spec 5, 1.3, 5 and 1.6. */
export const patienceMs: Readonly<Partial<Record<Phase, number>>> = {
  signalling: 10_000,
  connecting: 12_000,
  securing: 3_000,
  resuming: 10_000,
  relocating: 15_000,
  closed: 5_000,
};

/** Extra time if another person is connected, because then there are keys to agree on. */
export const moreForSecuringMs = 7_000;

/** Why a connection is no longer usable. */
export type Loss =
  | { readonly why: 'closed'; readonly code: number }
  /** Closed with a code that may be followed by a new server, but none came. */
  | { readonly why: 'expelled'; readonly code: number | undefined }
  /** `unanswered`: the voice server got no datagram of ours, or we none of its. */
  | { readonly why: 'timeout'; readonly phase: Phase; readonly unanswered?: true }
  /** The main gateway dropped its adapters. */
  | { readonly why: 'destroyed' }
  /** Its owner ended it before anything else happened. */
  | { readonly why: 'given-up' };

/**
 * How to react to a closed voice socket (spec 5, 1.4). `wait`: a new server may be on its way; if not, a moderator
 * removed the bot. `rejoin`: the session is gone, but the place isn't. `outdated`: Discord no longer supports this
 * version. `refused`: Discord wants no connection for now.
 */
type CloseVerdict = 'wait' | 'rejoin' | 'outdated' | 'refused';

const verdicts: Readonly<Record<number, CloseVerdict>> = {
  4014: 'wait',
  4017: 'outdated',
  4021: 'refused',
  4022: 'wait',
};

/** 4015 and the codes below 4000 only get here if resuming was impossible or failed. */
export function verdictOn(code: number): CloseVerdict {
  return verdicts[code] ?? 'rejoin';
}

/** How many connections a room tries before it gives up (spec 5, 1.6). */
export const mostAttempts = 5;

const firstStepMs = 1_000;

/**
 * How long to wait before an attempt, counted from 1: the first at once, the others up to 1, 2, 4 and 8 s with full
 * jitter, so that rooms that lost the same server don't all come back at once.
 * @param random from 0 to 1
 */
export function backOffMs(attempt: number, random: () => number): number {
  return attempt <= 1 ? 0 : random() * firstStepMs * 2 ** (attempt - 2);
}
