/** An interpreter's settings; all times in milliseconds. */
export interface InterpreterSettings {
  /** How many sessions one call may have open at once. */
  readonly mostSessions: number;
  /** How long a session may be silent before it's finished; up to three times as long when connects are scarce. */
  readonly quietMs: number;
  /** A translation that's further behind than this isn't said out loud if a newer one is waiting. */
  readonly catchUpMs: number;
  /** How long words are kept for a session that can't be opened yet. After that the oldest are dropped. */
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
