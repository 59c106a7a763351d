/** How fast all processes together may do something. */
export interface Pace {
  /** The same in every process. */
  readonly name: string;
  /** From one turn to the next. */
  readonly everyMs: number;
  /** How many turns can be saved up (default 1: evenly spaced). */
  readonly burst?: number;
}

/** Turns for all processes, first come, first served. */
export interface Paces {
  /** Resolves at its turn, which is used up even if the signal aborts. @throws StoreError; the signal's reason */
  take(pace: Pace, signal?: AbortSignal): Promise<void>;
}
