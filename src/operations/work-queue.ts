/** A piece of work that this process has, by what it's about. */
export interface HeldWork {
  readonly id: string;
  /** Which time it was given out: a process with an older one was replaced. */
  readonly entry: string;
  readonly attempt: number;
}

/**
 * Work that's done by one of several processes at a time. What a process took is its own until it finishes it, or isn't heard of for a
 * while (`keep`): then another one gets it.
 */
export interface WorkQueue {
  /** Workers are to see to these. Nothing happens to what's in the queue already, or a worker has. @throws StoreError */
  askFor(ids: readonly string[]): Promise<void>;
  /** What nobody has, at most so much. @throws StoreError */
  take(most: number): Promise<readonly HeldWork[]>;
  /** Says that these are still being done. @throws StoreError */
  keep(held: readonly HeldWork[]): Promise<void>;
  /** There was nothing to do. Nothing happens if another process has it. @throws StoreError */
  finish(held: HeldWork): Promise<void>;
  /** Others may have these at once. @throws StoreError */
  giveBack(held: readonly HeldWork[]): Promise<void>;
}
