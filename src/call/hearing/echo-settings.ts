/** How to tell the bot's own voice from a member's when it comes back through their speakers. */
export interface EchoSettings {
  readonly enabled: boolean;
  /** How much of what was played is compared, in milliseconds. */
  readonly memoryMs: number;
  /** How long the rooms go on sounding that it's compared with, in milliseconds; 0 is a headset. */
  readonly roomsMs: readonly number[];
  /**
   * The correlation of envelopes that may be an echo: 0 to 1. Over half a second, other voices reach 0.68 (90 of 100),
   * though hardly twice with the same delay; echoes in a room are above 0.83 (95 of 100).
   */
  readonly suspicion: number;
  /** What one of two suspicions in a row has to reach. */
  readonly threshold: number;
  /** The same for the delay of an echo that this person had before: others reach 0.73 there (99 of 100). */
  readonly knownThreshold: number;
  /** How much of an utterance is compared, in milliseconds. */
  readonly windowMs: number;
  /** The share of an utterance's words that the bot has just said, above which it's an echo: 0 to 1. */
  readonly wordShare: number;
}

export const usualEcho: EchoSettings = {
  enabled: true,
  memoryMs: 2_000,
  roomsMs: [0, 60, 120, 200],
  suspicion: 0.72,
  threshold: 0.78,
  knownThreshold: 0.76,
  windowMs: 480,
  wordShare: 0.8,
};
