/** A job that waits for its creation call. */
export interface Waiting {
  readonly id: string;
  readonly userId: string;
  readonly acceptedAt: number;
}

export interface LineFacts {
  /** Tasks at the service by person: who has fewer goes first. */
  readonly held: ReadonlyMap<string, number>;
  /** When each person was last served, as a growing number: who waited longer goes first. */
  readonly lastServed: ReadonlyMap<string, number>;
}

/**
 * The order in which waiting jobs are served: each person's own in the order they came, and the persons in turn, so
 * that nobody's tenth job goes before somebody else's first.
 */
export function lineOf<Job extends Waiting>(waiting: readonly Job[], { held, lastServed }: LineFacts): Job[] {
  const rank = ranks(waiting, held);
  const servedAt = (job: Job) => lastServed.get(job.userId) ?? 0;
  return waiting.toSorted(
    (a, b) => (rank.get(a.id) ?? 0) - (rank.get(b.id) ?? 0) || servedAt(a) - servedAt(b) || byArrival(a, b),
  );
}

/** How many jobs of the same person go before each, those at the service included. */
function ranks(waiting: readonly Waiting[], held: ReadonlyMap<string, number>): ReadonlyMap<string, number> {
  const taken = new Map(held);
  const rank = new Map<string, number>();
  for (const { id, userId } of waiting.toSorted(byArrival)) {
    const before = taken.get(userId) ?? 0;
    rank.set(id, before);
    taken.set(userId, before + 1);
  }
  return rank;
}

function byArrival(a: Waiting, b: Waiting): number {
  return a.acceptedAt - b.acceptedAt || (a.id < b.id ? -1 : 1);
}
