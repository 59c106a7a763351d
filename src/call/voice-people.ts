/** Someone came into a voice channel, or left it. */
export interface Arrival {
  readonly guildId: string;
  readonly channelId: string;
  readonly userId: string;
}

/** The people (never bots) in voice channels, as far as calls need to know them. */
export interface VoicePeople {
  in(guildId: string, channelId: string): readonly { readonly userId: string; readonly name: string }[];
  /** Undefined if they aren't in a voice channel of the guild. */
  nameOf(guildId: string, userId: string): string | undefined;
  /** The name of a voice channel; empty if it's gone. */
  roomName(guildId: string, channelId: string): string;
  /** Called when a person enters a voice channel, even from another one. Returns a function that stops listening. */
  onArrival(listener: (arrival: Arrival) => void): () => void;
  /** The same for leaving, even to go to another one. */
  onDeparture(listener: (departure: Arrival) => void): () => void;
}
