/** How people stop the bot by speaking (turn-taking: starting values). All times in milliseconds. */
export interface InterruptionSettings {
  /** Whether speech stops the bot at all. Off: it finishes speaking, then hears what people said meanwhile. */
  readonly enabled: boolean;
  /** Speech that makes it quieter, so that people who speak know that they are heard. At most 60. */
  readonly duckAfterMs: number;
  /** How much quieter, in decibels: -12 to -24. */
  readonly duckDb: number;
  /** How long after its beginning speech is judged to be an interruption or not. At most 500. */
  readonly leastSpeechMs: number;
  /** After this long without a new syllable, a person is drawing out their last one: then wait a little longer for its end. */
  readonly syllableWithinMs: number;
  /** What lasts that long without a pause is an interruption, drawn out or not. */
  readonly drawnOutMs: number;
  /** Silence after which less than that was a backchannel (“mhm”). */
  readonly backchannelSilenceMs: number;
  /** Speech below this that led to nothing was no interruption after all. */
  readonly backchannelBorderMs: number;
  /** How long it waits for what follows an interruption, before it goes on where it was. */
  readonly falseInterruptionMs: number;
  readonly resumes: boolean;
  /** The end of its voice: 40 to 80, never in mid-frame. */
  readonly fadeMs: number;
}

export const usualInterruption: InterruptionSettings = {
  enabled: true,
  duckAfterMs: 40,
  duckDb: -18,
  leastSpeechMs: 460,
  syllableWithinMs: 220,
  drawnOutMs: 600,
  backchannelSilenceMs: 340,
  backchannelBorderMs: 1_000,
  falseInterruptionMs: 2_000,
  resumes: true,
  fadeMs: 60,
};
