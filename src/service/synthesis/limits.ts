/** How the client waits; every default is of field notes 2 or below its limit. */
export interface SynthesisLimits {
  /** The service gives up 23 s after the last message; a task that has no more text then is finished before. */
  readonly longestGapMs: number;
  readonly startTimeoutMs: number;
  readonly quietTimeoutMs: number;
  readonly connectTimeoutMs: number;
  readonly maxIdleSockets: number;
  readonly idleSocketMs: number;
  readonly warmForMs: number;
  /** Audio that nobody has read yet, before the service has to wait. */
  readonly maxUnreadBytes: number;
  /** After this long, the last sentence so far counts as complete. */
  readonly settleMs: number;
  /** Repetitions of a task that the account's rate limit refused. */
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
