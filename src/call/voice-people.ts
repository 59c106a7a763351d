/** Who came into a voice channel, or left it. */
export interface Arrival {
  readonly guildId: string;
  readonly channelId: string;
  readonly userId: string;
}

/** The people (never bots) in voice channels, as far as conversations need to know them. */
export interface VoicePeople {
  in(guildId: string, channelId: string): readonly { readonly userId: string; readonly name: string }[];
  /** Undefined for those who are in no voice channel of the guild. */
  nameOf(guildId: string, userId: string): string | undefined;
  /** Called whenever a person enters a voice channel, also from another one. Returns how to stop listening. */
  onArrival(listener: (arrival: Arrival) => void): () => void;
  /** The same for who leaves one, also for another one. */
  onDeparture(listener: (departure: Arrival) => void): () => void;
}
