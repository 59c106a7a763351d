/** How long the client waits. The defaults come from field notes 2, or stay below its limits. */
export interface SynthesisLimits {
  /** The service gives up 23 s after the last message, so a task without new text is finished before that. */
  readonly longestGapMs: number;
  readonly startTimeoutMs: number;
  readonly quietTimeoutMs: number;
  readonly connectTimeoutMs: number;
  readonly maxIdleSockets: number;
  readonly idleSocketMs: number;
  readonly warmForMs: number;
  /** How much unread audio is kept before the service has to wait. */
  readonly maxUnreadBytes: number;
  /** After this long, the last sentence so far counts as complete. */
  readonly settleMs: number;
  /** How often a task is retried if the account's rate limit refused it. */
  readonly throttledRetries: number;
}

export const defaultLimits: SynthesisLimits = {
  longestGapMs: 20_000,
  startTimeoutMs: 10_000,
  quietTimeoutMs: 30_000,
  connectTimeoutMs: 15_000,
  maxIdleSockets: 2,
  idleSocketMs: 45_000,
  warmForMs: 10 * 60_000,
  maxUnreadBytes: 32 * 1024 * 1024,
  settleMs: 200,
  throttledRetries: 3,
};
