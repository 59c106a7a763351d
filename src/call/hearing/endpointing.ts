/** How the end of a turn is found. All times in milliseconds. */
export interface EndpointingSettings {
  /**
   * How the service learns of it. `block`: after the pause the silence that it waits for is sent at once, as an append of
   * its own, and speech is held until the turn is committed. `paced`: silence is sent as time goes by, and the service
   * decides. `manual`: we commit and ask for the answer.
   */
  readonly mode: 'paced' | 'block' | 'manual';
  /** The pause that ends a turn, before anything is known about how this person speaks. */
  readonly pauseMs: number;
  readonly shortestPauseMs: number;
  readonly longestPauseMs: number;
  /**
   * If packets stop without the silence that ends speech, they're late rather than silent: how much longer to wait for them.
   */
  readonly stallMs: number;
  /** How much of what was learnt stays with each further turn: 0 to 1. */
  readonly memory: number;
  /** How much longer a pause may be than this person's longest one within a turn. */
  readonly marginMs: number;
  /** A turn is ended after this, even if someone still speaks. */
  readonly longestTurnMs: number;
  /** What the service itself waits for (document 2 B, `silence_duration_ms`). */
  readonly silenceMs: number;
  /** Silence beyond that, so that the end is surely seen (field notes 3). */
  readonly extraSilenceMs: number;
  /** How long speech is held until the turn is committed. */
  readonly commitWaitMs: number;
}

export const usualEndpointing: EndpointingSettings = {
  mode: 'block',
  pauseMs: 500,
  shortestPauseMs: 300,
  longestPauseMs: 2_500,
  stallMs: 500,
  memory: 0.9,
  marginMs: 100,
  longestTurnMs: 60_000,
  silenceMs: 800,
  extraSilenceMs: 400,
  commitWaitMs: 1_000,
};
