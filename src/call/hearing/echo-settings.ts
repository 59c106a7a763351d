/** How to tell the bot's own voice from a member's when it comes back through their speakers. */
export interface EchoSettings {
  readonly enabled: boolean;
  /** How much of what was played is compared, in milliseconds. */
  readonly memoryMs: number;
  /**
   * The correlation of envelopes that makes it an echo: 0 to 1. Over half a second, other voices reach 0.88 (99 of
   * 100).
   */
  readonly threshold: number;
  /** How much of an utterance is compared, in milliseconds. */
  readonly windowMs: number;
  /** The share of an utterance's words that the bot has just said, above which it's an echo: 0 to 1. */
  readonly wordShare: number;
}

export const usualEcho: EchoSettings = {
  enabled: true,
  memoryMs: 2_000,
  threshold: 0.9,
  windowMs: 480,
  wordShare: 0.8,
};
