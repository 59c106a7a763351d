import type { Logger } from 'pino';
import type { Clock } from '../../operations/clock.ts';
import type { LinkEnd } from '../../service/realtime/link.ts';
import type { Hearer, Sound } from './backlog.ts';
import type { SessionSlots } from './session-slots.ts';

/** What conversations and translations have in common, as their clients open them. */
export interface ServiceSession<Event> extends Hearer {
  /** Settled for good, so it can be read later, too. */
  readonly ended: Promise<LinkEnd>;
  readonly over: boolean;
  /** Returns a function that stops listening. */
  onEvent(listener: (event: Event) => void): () => void;
  /** Lets the service say the rest of what it heard, then closes. `cut`: not all of it came. */
  finish?(): Promise<'finished' | 'cut'>;
  /** At once; idempotent. */
  close(): void;
}

/**
 * `asked`: by us, for good. `rested`, `idle`: the next word opens another one. `lost`, `mute`, `outdated`: another one is
 * being opened, if anything needs it.
 */
export type ClosedWhy = 'asked' | 'rested' | 'idle' | 'lost' | 'mute' | 'outdated';

export type LiveSessionEvent<Session, Event> =
  /** What's shown of it: its state, or how long it waits. */
  | { readonly is: 'changed' }
  | { readonly is: 'opened'; readonly session: Session }
  | { readonly is: 'told'; readonly session: Session; readonly event: Event }
  /** Nothing more comes of it. `repeats`: the sentence that it was in the middle of is given to the next one. */
  | { readonly is: 'closed'; readonly session: Session; readonly why: ClosedWhy; readonly repeats: boolean }
  /** An attempt to open one failed, and another one follows. */
  | { readonly is: 'retried' }
  /** `given-up`: the next word tries again. `refused`: the service doesn't offer this. `fatal`: only the owner can help. */
  | { readonly is: 'failed'; readonly how: 'given-up' | 'refused' | 'fatal'; readonly error: unknown }
  /** `first`: no session could hear them in time. `last`: their results didn't come. */
  | { readonly is: 'words-lost'; readonly which: 'first' | 'last' };

export type OpenSession<Session> = (opening: {
  readonly signal: AbortSignal;
  /** The account has to wait before it may connect. */
  readonly onWait: (waitMs: number) => void;
}) => Promise<Session>;

export interface LiveSessionOptions<Session extends ServiceSession<Event>, Event> {
  readonly open: OpenSession<Session>;
  /** The service has what it was given as a turn. */
  readonly hasTurn: (event: Event) => boolean;
  /** Nobody speaks and nothing is going on, so it may rest. */
  readonly isQuiet: () => boolean;
  /** One that's lost is replaced at once; otherwise, the next word does it. */
  readonly reopens: boolean;
  /** The call's places for sessions, if it has several. */
  readonly slots?: SessionSlots;
  /** How much of what's said may wait for a session. Default: the longest turn. */
  readonly keptMs?: number;
  /** A session was given that much sound, at once or later. */
  readonly onGiven?: (session: object, sound: Sound) => void;
  readonly clock: Clock;
  readonly log: Logger;
  /** From 0 to 1. */
  readonly random?: (() => number) | undefined;
  readonly tell: (event: LiveSessionEvent<Session, Event>) => void;
}
