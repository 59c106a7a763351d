/** How long the client waits, and what it keeps. They stay below the limits of field notes 2. */
export const defaultLimits = {
  /** The service gives up 23 s after the last message, so a task without new text is finished before that. */
  longestGapMs: 20_000,
  /** How long after the last task a socket is kept ready. */
  warmForMs: 10 * 60_000,
  /** How much unread audio is kept before the service has to wait. */
  maxUnreadBytes: 32 * 1024 * 1024,
  /** How often a task is retried if the account's rate limit refused it. */
  throttledRetries: 3,
};
export type SynthesisLimits = Readonly<typeof defaultLimits>;
