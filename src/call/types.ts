import type { Allowance } from '../community/spending.ts';

/** Where a call takes place and who asked for it. Everything that listens in a voice channel starts from this. */
export interface CallBasics {
  readonly id: string;
  /** Short, for people and the log. */
  readonly reference: string;
  readonly guildId: string;
  readonly voiceChannelId: string;
  /** Where it was asked for. Only threads that a voice channel's chat can't have are opened there. */
  readonly textChannelId: string;
  /** Where its panel, notices, captions and questions are: the voice channel's own chat if people can write there. */
  readonly panelChannelId: string;
  readonly startedBy: string;
  /** The language of the person who started it. */
  readonly locale: string;
  /** The language of what everybody reads. */
  readonly publicLocale: string;
  /** How long it may be silent. Default: as for all calls. */
  readonly idleMs?: number | undefined;
}

/** `paused`: someone paused whatever costs money. `room`: the bot left the voice channel, and the room says why. `service`: only the bot's owner can help. */
export type CallEnd =
  | 'asked'
  | 'starter-left'
  | 'everybody-left'
  | 'spent'
  | 'paused'
  | 'idle'
  | 'room'
  | 'service'
  | 'shutting-down';

/** What's left for a call today, including what's reserved for it and not used yet. */
export interface CallMinutes {
  /** The person whose day it uses. */
  readonly payer: string;
  /** Undefined: no limit. */
  readonly day?: Allowance | undefined;
  /** The tighter one of the server's and the bot's, which each session uses. */
  readonly service?: Allowance | undefined;
  /** When it runs out if the call goes on like now, in epoch milliseconds. Undefined: nothing is being charged. */
  readonly endsAt?: number | undefined;
  /** The payer's day runs out first, so another person's minutes would help. */
  readonly isPayersDay: boolean;
}

export type StateOfCall<Activity extends string> =
  | { readonly is: 'running'; readonly activity: Activity }
  | {
      readonly is: 'ended';
      readonly end: CallEnd;
      /** Who asked for it. */
      readonly by?: string | undefined;
      readonly error?: unknown;
    };

/** What people in a call may have to hear of. */
export type CallEvent<Line = unknown> =
  | { readonly is: 'line'; readonly line: Line }
  /** A participant's microphone picks up the bot: tell them once, privately, to use headphones. */
  | { readonly is: 'echo'; readonly userId: string }
  /** Someone has left, or gone to another channel. */
  | { readonly is: 'left'; readonly userId: string };

/** What every kind of call has. */
export interface BasicCall<Line = unknown> {
  readonly request: CallBasics;
  readonly state: StateOfCall<string>;
  /** The current voice channel; a moderator may have moved the bot. */
  readonly channelId: string;
  /** Everybody who agreed to be heard and hasn't left. */
  readonly participants: ReadonlySet<string>;
  /** How long it has gone on, in milliseconds of its own time: what the payer is charged. */
  readonly livedMs: number;
  /** The same for all its sessions together: what the service charges. */
  readonly servedMs: number;
  /** Whose day it uses. */
  readonly payer: string;
  /** The last problem, until something works again. */
  readonly trouble: string | undefined;
  /** Who's being heard. */
  readonly speaker: string | undefined;
  /** They agreed to be heard in this call. Idempotent. */
  join(userId: string): void;
  /** Shows a JPEG to the service. */
  show(jpeg: Uint8Array): Promise<'shown' | 'before-audio' | 'too-soon'>;
  /** Stops hearing them at once. Idempotent. */
  leave(userId: string): Promise<void>;
  /**
   * They went to another channel, or left voice: nothing more of what they said goes to the service. They still take
   * part.
   */
  depart(userId: string): void;
  minutes(): Promise<CallMinutes>;
  /** From now on it uses this person's day. @throws {Refusal} `quota-spent` */
  payBy(userId: string): Promise<void>;
  /** Resolves once the bot has left the room. The first reason counts. @param by who asked for it */
  stop(end?: CallEnd, by?: string): Promise<void>;
  /**
   * After every change of what's shown here, or only of what `of` reads of it. Returns a function that stops listening.
   * @param of something that JSON can hold
   */
  onChange(listener: () => void, of?: () => unknown): () => void;
  /** Returns a function that stops listening. */
  watch(listener: (event: CallEvent<Line>) => void): () => void;
  readonly ended: Promise<CallEnd>;
}

/** All calls of a kind in this process, at most one per guild. */
export interface CallsOf<Call extends BasicCall> {
  /** Also while it's opening or ending. */
  of(guildId: string): Call | undefined;
  /**
   * Resolves when the bot is in the channel. Nobody is heard before `join`.
   * @throws {Refusal} `call-running-already`, `quota-spent`, and why the room can't be entered
   * @throws {ServiceError}
   */
  start(request: Call['request']): Promise<Call>;
  /** Ends all of them with `shutting-down`. */
  close(): Promise<void>;
}
