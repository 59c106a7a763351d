/** How people stop the bot by speaking (turn-taking: starting values). All times in milliseconds. */
export interface InterruptionSettings {
  /** Whether speech stops the bot at all. If not, it finishes, then hears what people said. */
  readonly enabled: boolean;
  /** After this much of a sound that may be speech it gets quieter, so that people notice that they're heard. At most 60. */
  readonly duckAfterMs: number;
  /** How much quieter, in decibels: -12 to -24. */
  readonly duckDb: number;
  /** When to decide whether speech is an interruption, after it began. At most 500. */
  readonly leastSpeechMs: number;
  /** The same for speech that begins with a sharp hiss (“stop”), which backchannels seldom do. */
  readonly sharpSpeechMs: number;
  /**
   * After this long without a new syllable, a person is drawing out their last one, so the decision waits a little
   * longer.
   */
  readonly syllableWithinMs: number;
  /** Speech without a pause for this long is an interruption, drawn out or not. */
  readonly drawnOutMs: number;
  /** Speech that may be meant makes the bot silent. If it goes on for this long, it's an interruption. */
  readonly certainMs: number;
  /** If this much silence follows before that, the bot goes on where it was. */
  readonly pausedSilenceMs: number;
  /** If this much silence follows shorter speech, it was a backchannel (“mhm”). */
  readonly backchannelSilenceMs: number;
  /** Shorter speech that led to nothing wasn't an interruption after all. */
  readonly backchannelBorderMs: number;
  /** How long the bot waits for more after an interruption before it goes on where it was. */
  readonly falseInterruptionMs: number;
  readonly resumes: boolean;
  /** How long its voice fades: 40 to 80, never in mid-frame. */
  readonly fadeMs: number;
}

export const usualInterruption: InterruptionSettings = {
  enabled: true,
  duckAfterMs: 40,
  duckDb: -18,
  leastSpeechMs: 460,
  sharpSpeechMs: 340,
  syllableWithinMs: 220,
  drawnOutMs: 600,
  certainMs: 900,
  pausedSilenceMs: 240,
  backchannelSilenceMs: 340,
  backchannelBorderMs: 1_500,
  falseInterruptionMs: 2_000,
  resumes: true,
  fadeMs: 40,
};
