/** How to find the end of a turn. All times in milliseconds. */
export interface EndpointingSettings {
  /**
   * How the service is told. `block`: after the pause, the silence that it waits for is sent in one append, and speech
   * is held until the turn is committed. `paced`: silence is sent in real time, and the service decides. `manual`: our
   * code commits and asks for the answer.
   */
  readonly mode: 'paced' | 'block' | 'manual';
  /** The pause that ends a turn before anything is known about this person's way of speaking. */
  readonly pauseMs: number;
  readonly shortestPauseMs: number;
  readonly longestPauseMs: number;
  /** If packets stop without the silence that ends speech, they're probably late: how much longer to wait for them. */
  readonly stallMs: number;
  /** How much of what was learnt is kept with each turn: 0 to 1. */
  readonly memory: number;
  /** How much longer a pause may be than this person's longest one within a turn. */
  readonly marginMs: number;
  /** A turn ends after this, even if someone's still speaking. */
  readonly longestTurnMs: number;
  /** How long the service itself waits (document 2 B, `silence_duration_ms`). */
  readonly silenceMs: number;
  /** Extra silence, to be sure that the service notices the end (field notes 3). */
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
