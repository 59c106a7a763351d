/** Collections that processes keep in memory although others write them (`postgres/layout.ts` names the same). */
export type MirroredCollection =
  | 'never-heard'
  | 'never-written'
  | 'owner-pause'
  | 'server-settings'
  | 'video-jobs';

/** Reads a record again; all of them without an id, because nobody knows which were written. */
export type ReadAgain = (id: string | undefined) => Promise<void>;

/** What other processes of this bot write, for parts that keep it in memory. */
export interface WritesElsewhere {
  /** It's also told of this process's own writes. If reading fails, it's asked to read everything later. */
  onWrite(collection: MirroredCollection, readAgain: ReadAgain): void;
}

/** One process is all there is. */
export const nobodyElse: WritesElsewhere = { onWrite: () => undefined };
