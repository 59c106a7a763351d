/** A person, never a bot, who joined a voice channel, left one, or both. */
export interface VoiceMove {
  readonly guildId: string;
  readonly userId: string;
  /** As the guild's members see it; undefined if it isn't known. */
  readonly name: string | undefined;
  /** Absent if they were in none. */
  readonly from?: string | undefined;
  /** Absent if they're in none now. */
  readonly to?: string | undefined;
  /** The guild's preferred locale. */
  readonly locale: string;
}

/** People who join and leave voice channels. */
export interface VoiceMoves {
  /** The bot's own id. */
  readonly botId: string;
  /** Returns a function that stops listening. */
  onMove(listener: (move: VoiceMove) => void): () => void;
}
