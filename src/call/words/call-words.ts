import type { CallEnd } from '../types.ts';

/** What every kind of call says alike. */
export interface CallWords {
  readonly ended: Readonly<Record<CallEnd, string>>;
  /** Who is heard, and where that goes. */
  readonly sent: (region: string) => string;
  readonly nothingKept: string;
  /** It listens, and nobody has joined. */
  readonly waiting: string;
  readonly takesPart: (mentions: readonly string[], more: number) => string;
  readonly minutes: (minutes: number) => string;
  readonly reference: (reference: string) => string;
  readonly regions: Readonly<Record<'singapore' | 'virginia' | 'frankfurt' | 'beijing', string>>;
  readonly buttons: {
    readonly join: string;
    readonly leave: string;
    readonly stop: string;
    readonly remember: string;
    readonly forget: string;
  };
  readonly answers: {
    /** It was already remembered, or is from now on. */
    readonly remembered: string;
    readonly forgotten: string;
    readonly left: string;
    readonly notIn: string;
  };
  /** To one person, in private: their speakers feed the bot its own voice. */
  readonly headphones: (channelId: string) => string;
  /** In the file of a call that was too long for one. */
  readonly fileTooLong: string;
}

/** What each kind of call says in its own way. */
export interface CallSentences {
  /** For people who enter the voice channel later. */
  readonly invited: (mention: string, channelId: string) => string;
  /** In the channel, when it ended in a way that nobody there asked for; those of the room are told by the room. */
  readonly endNotices: Readonly<Record<Exclude<CallEnd, 'asked' | 'room' | 'shutting-down'>, string>>;
  /** In the channel, after the process was killed during a call. */
  readonly restarted: (channelId: string) => string;
}
