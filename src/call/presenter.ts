import type { APIButtonComponent } from 'discord.js';
import type { CallKind } from '../refusal/call.ts';
import type { Region } from '../service/regions.ts';
import type { Words } from '../words/index.ts';
import type { BasicCall, CallEnd, CallMinutes } from './types.ts';

/** Where people read along. */
export interface PlacesShown {
  readonly threads: readonly string[];
  /** A thread is closed to the bot, and they can go on in the text channel. */
  readonly isShut: boolean;
  /** People could read along who can't see the voice channel. */
  readonly isPaused: boolean;
}

/** What people see along with a call. */
export interface CallSurroundings {
  /** The region that people's audio is sent to. */
  readonly region: Region;
  /** Undefined if it couldn't be looked up. */
  readonly minutes?: CallMinutes | undefined;
  /** People who can't see the voice channel any more can see the panel, so it hides what happens there. */
  readonly exposed?: boolean;
  /** Where captions or the transcript are. */
  readonly captions?: PlacesShown | undefined;
}

/** The sentences that differ between kinds of calls. */
export interface CallSentences {
  readonly panel: {
    readonly title: (mention: string, channelId: string) => string;
    readonly troubles: Readonly<Record<string, string>>;
  };
  /** Goes on with what's written down where the call was asked for. */
  readonly buttons: { readonly here: string };
  readonly answers: { readonly stopped: string; readonly shown: string };
  /** For people who enter the voice channel later. */
  readonly invited: (mention: string, channelId: string) => string;
  /** Said in the channel if a call ends without anyone there asking for it. The room explains its own reasons. */
  readonly endNotices: Readonly<Record<Exclude<CallEnd, 'asked' | 'room' | 'shutting-down'>, string>>;
  /** Said in the channel if the process was killed during a call. */
  readonly restarted: (channelId: string) => string;
}

/** What a panel shows of every kind of call. */
export type CallShown = Pick<
  BasicCall,
  | 'request'
  | 'channelId'
  | 'state'
  | 'participants'
  | 'livedMs'
  | 'servedMs'
  | 'payer'
  | 'trouble'
  | 'speaker'
>;

/** How a kind of call appears to people. What all kinds have in common is in `words.call`. */
export interface CallPresenter<Call extends CallShown = never> {
  /** Also what consents to be heard are kept under: a yes to one kind says nothing about another. */
  readonly kind: CallKind;
  /** The feature that its buttons are routed by. */
  readonly route: 'converse' | 'interpret';
  readonly sentences: (words: Words) => CallSentences;
  /** What it is, in a few words. */
  readonly name: (call: Call, words: Words) => string;
  /** What it's doing. @param mention who's being heard, if the readers may know */
  readonly activity: (call: Call, mention: string | undefined, words: Words) => string;
  /** Activities in which something is in the way. */
  readonly hindered: ReadonlySet<string>;
  /** What's kept, in a few words. */
  readonly kept: (call: Call, around: CallSurroundings, words: Words) => string;
  /** What people can press besides *Join*, *Leave*, *Stop* and *Details*. Only one of them all is primary. */
  readonly buttons: (call: Call, words: Words) => readonly APIButtonComponent[];
  /** What isn't on the panel, a line each. */
  readonly details: (call: Call, around: CallSurroundings, words: Words) => readonly string[];
  /** For those who look closely: the model, what's open at the service. */
  readonly small: (call: Call, words: Words) => readonly string[];
  /** The answer to *Join*. */
  readonly joined: (call: Call, userId: string, words: Words) => string;
}
