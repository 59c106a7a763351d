/** Where a call takes place and who asked for it: what everything that listens in a voice channel is asked with. */
export interface CallBasics {
  readonly id: string;
  /** Short, for people and the log. */
  readonly reference: string;
  readonly guildId: string;
  readonly voiceChannelId: string;
  readonly textChannelId: string;
  readonly startedBy: string;
  /** Of the person who started it. */
  readonly locale: string;
  /** Of what everybody reads. */
  readonly publicLocale: string;
}

/** `room`: the bot left the voice channel, for a reason that the room tells. `service`: only the operator can help. */
export type CallEnd =
  | 'asked'
  | 'starter-left'
  | 'everybody-left'
  | 'spent'
  | 'idle'
  | 'room'
  | 'service'
  | 'shutting-down';

export type StateOfCall<Activity extends string> =
  | { readonly is: 'running'; readonly activity: Activity }
  | { readonly is: 'ended'; readonly end: CallEnd; readonly error?: unknown };

/** What every call has, whatever is done in it. */
export interface BasicCall {
  readonly request: CallBasics;
  readonly state: StateOfCall<string>;
  /** The voice channel that it's in by now: a moderator may have moved the bot. */
  readonly channelId: string;
  /** Everybody who agreed to be heard and has not left. */
  readonly participants: ReadonlySet<string>;
  /** Milliseconds that were charged so far. */
  readonly livedMs: number;
  /** The last trouble, until something works again. */
  readonly trouble: string | undefined;
  /** Who is being heard. */
  readonly speaker: string | undefined;
  /** Nothing more of them is heard from this moment on. Idempotent. */
  leave(userId: string): Promise<void>;
  /** They went to another channel, or to none: what they said so far goes to the service no more. They still take part. */
  depart(userId: string): void;
  /** Resolves once the room is left; the first reason counts. */
  stop(end?: CallEnd): Promise<void>;
  /** After every change of what is shown here. Returns how to stop listening. */
  onChange(listener: () => void): () => void;
  /** A participant's microphone picks up the bot: tell them once, in private, to use headphones. */
  onEcho(listener: (userId: string) => void): () => void;
  /** After someone has left, or departed. */
  onLeave(listener: (userId: string) => void): () => void;
  readonly ended: Promise<CallEnd>;
}
