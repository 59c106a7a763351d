/** A person, never a bot, who came into a voice channel, left one, or both. */
export interface VoiceMove {
  readonly guildId: string;
  readonly userId: string;
  /** As the guild's members see it; undefined: not known. */
  readonly name: string | undefined;
  /** Absent: they were in none. */
  readonly from?: string | undefined;
  /** Absent: they are in none. */
  readonly to?: string | undefined;
  /** As the guild prefers. */
  readonly locale: string;
}

/** Who comes into voice channels and leaves them. */
export interface VoiceMoves {
  /** The bot's own. */
  readonly botId: string;
  /** Returns how to stop listening. */
  onMove(listener: (move: VoiceMove) => void): () => void;
}
