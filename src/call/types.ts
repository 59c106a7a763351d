/** Where a call takes place and who asked for it. Everything that listens in a voice channel starts from this. */
export interface CallBasics {
  readonly id: string;
  /** Short, for people and the log. */
  readonly reference: string;
  readonly guildId: string;
  readonly voiceChannelId: string;
  readonly textChannelId: string;
  readonly startedBy: string;
  /** The language of the person who started it. */
  readonly locale: string;
  /** The language of what everybody reads. */
  readonly publicLocale: string;
}

/** `room`: the bot left the voice channel, and the room says why. `service`: only the bot's owner can help. */
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

/** What every kind of call has. */
export interface BasicCall {
  readonly request: CallBasics;
  readonly state: StateOfCall<string>;
  /** The current voice channel; a moderator may have moved the bot. */
  readonly channelId: string;
  /** Everybody who agreed to be heard and hasn't left. */
  readonly participants: ReadonlySet<string>;
  /** Milliseconds charged so far. */
  readonly livedMs: number;
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
  /** Resolves once the bot has left the room. The first reason counts. */
  stop(end?: CallEnd): Promise<void>;
  /** After every change of what's shown here. Returns a function that stops listening. */
  onChange(listener: () => void): () => void;
  /** A participant's microphone picks up the bot: tell them once, privately, to use headphones. */
  onEcho(listener: (userId: string) => void): () => void;
  /** After someone has left or gone to another channel. */
  onLeave(listener: (userId: string) => void): () => void;
  readonly ended: Promise<CallEnd>;
}
