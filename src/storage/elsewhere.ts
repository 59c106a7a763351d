/** Collections that processes keep in memory although others write them (`postgres/layout.ts` names the same). */
export type MirroredCollection =
  | 'never-heard'
  | 'never-written'
  | 'owner-pause'
  | 'server-settings'
  | 'video-jobs';

/** Reads a record again; all of them without an id, because nobody knows which were written. */
export type ReadAgain = (id: string | undefined) => Promise<void>;

/** Forgets a person in memory and in files. */
export type DoForOthers = (userId: string) => Promise<void>;

/** The line that processes share isn't a collection; its name is told in place of an id. */
export type MirroredElsewhere = MirroredCollection | 'line';

/** What other processes of this bot write, for parts that keep it in memory, and what they're to let go of. */
export interface WritesElsewhere {
  /** It's also told of this process's own writes. If reading fails, it's asked to read everything later. */
  onWrite(collection: MirroredElsewhere, readAgain: ReadAgain): void;
  /** What this process does when another one forgets a person. */
  onForgotten(forget: DoForOthers): void;
  /** Has every other process do that. Resolves to whether all that are there confirmed it. Never rejects. */
  forget(userId: string): Promise<boolean>;
}

/** One process is all there is. */
export const nobodyElse: WritesElsewhere = {
  onWrite: () => undefined,
  onForgotten: () => undefined,
  forget: async () => true,
};
