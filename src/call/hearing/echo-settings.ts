/** How to tell the bot's own voice from a member's when it comes back through their speakers. */
export interface EchoSettings {
  readonly enabled: boolean;
  /** How much of what was played is compared, in milliseconds. */
  readonly memoryMs: number;
  /** How long the rooms go on sounding that it's compared with, in milliseconds; 0 is a headset. */
  readonly roomsMs: readonly number[];
  /**
   * The correlation of envelopes that makes it an echo: 0 to 1. Over half a second, other voices reach 0.84 (90 of
   * 100), though hardly twice with the same delay; echoes in a room are above 0.9 (95 of 100).
   */
  readonly threshold: number;
  /** The same for the delay and loudness of an echo that this person had before. */
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
  threshold: 0.89,
  knownThreshold: 0.86,
  windowMs: 480,
  wordShare: 0.8,
};
