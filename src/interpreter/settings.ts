/** How an interpreter behaves; all times in milliseconds. */
export interface InterpreterSettings {
  /** Sessions of one call that may be open at once. */
  readonly mostSessions: number;
  /** How long a session may be silent before it's finished; up to three times that when connects are scarce. */
  readonly quietMs: number;
  /** What's said aloud is left out when it's further behind than that and something newer waits. */
  readonly catchUpMs: number;
  /** How long words are kept for a session that can't be opened yet; then the oldest go. */
  readonly longestWaitMs: number;
  /** How long everyone must be silent before a translation is said, unless it may be said over people. */
  readonly pauseMs: number;
}

export const usualInterpreter: InterpreterSettings = {
  mostSessions: 6,
  quietMs: 20_000,
  catchUpMs: 4_000,
  longestWaitMs: 20_000,
  pauseMs: 400,
};
