import { BoundedMap } from '../operations/bounded-map.ts';
import type { Standing } from '../operations/shared-line.ts';

/** A job waiting for its creation call. */
export interface Waiting {
  readonly id: string;
  readonly userId: string;
  readonly acceptedAt: number;
}

/** How many people's last turns are remembered: more than ever wait at once. */
const mostRemembered = 10_000;

/** Whose turn it is: who waits in the line, and who was called to one of so many places and has it until it's over. */
export class Turns {
  readonly #most: number;
  readonly #line = new FairJobQueue();
  readonly #putOff = new Set<string>();
  /** Who has a place, with its owner. */
  readonly #placed = new Map<string, string>();
  /** The same, counted by person. */
  readonly #held = new Map<string, number>();
  readonly #lastServed = new BoundedMap<string, number>(mostRemembered);
  #calls = 0;

  constructor(most: number) {
    this.#most = most;
  }

  /** What's ready and has a place keeps it. */
  set(job: Waiting, is: Standing): void {
    if (is !== 'put-off' && this.#placed.has(job.id)) return;
    this.delete(job);
    if (is === 'placed') this.#place(job);
    else this.#line.set(job);
    if (is === 'put-off') this.#putOff.add(job.id);
  }

  delete({ id }: Pick<Waiting, 'id'>): void {
    this.#line.delete(id);
    this.#putOff.delete(id);
    const userId = this.#placed.get(id);
    if (userId === undefined) return;
    this.#placed.delete(id);
    const left = (this.#held.get(userId) ?? 1) - 1;
    if (left > 0) this.#held.set(userId, left);
    else this.#held.delete(userId);
  }

  /** That person was called before. */
  noteCalled(userId: string, calledAs: number): void {
    if (calledAs > (this.#lastServed.get(userId) ?? 0)) this.#lastServed.set(userId, calledAs);
    this.#calls = Math.max(this.#calls, calledAs);
  }

  /** Gives free places to those whose turn it is. */
  call(): readonly string[] {
    let room = this.#most - this.#placed.size;
    const called: Waiting[] = [];
    for (const job of room > 0 ? this.#inOrder() : []) {
      if (room < 1) break;
      if (this.#putOff.has(job.id)) continue;
      room -= 1;
      called.push(job);
    }
    for (const job of called) {
      this.#line.delete(job.id);
      this.#place(job);
      this.noteCalled(job.userId, this.#calls + 1);
    }
    return called.map(({ id }) => id);
  }

  /** Those who have a place. */
  placed(): Iterable<string> {
    return this.#placed.keys();
  }

  hasPlace(id: string): boolean {
    return this.#placed.has(id);
  }

  /** The next jobs to be called, first one first. */
  head(count: number): string[] {
    const ids: string[] = [];
    for (const { id } of this.#inOrder()) {
      if (ids.length >= count) break;
      ids.push(id);
    }
    return ids;
  }

  /** How many jobs are ahead of this one; 0 if it isn't waiting. */
  ahead(id: string): number {
    return this.#line.ahead(id, { held: this.#held, lastServed: this.#lastServed });
  }

  #inOrder(): Iterable<Waiting> {
    return this.#line.inOrder({ held: this.#held, lastServed: this.#lastServed });
  }

  #place({ id, userId }: Waiting): void {
    this.#placed.set(id, userId);
    this.#held.set(userId, (this.#held.get(userId) ?? 0) + 1);
  }
}

export interface Served {
  /** Tasks at the service by person: the person with fewer goes first. */
  readonly held: ReadonlyMap<string, number>;
  /** When each person was last served, as a growing number: the person who waited longer goes first. */
  readonly lastServed: ReadonlyMap<string, number>;
}

/**
 * A fair queue: waiting jobs in the order they're served: each person's own in the order they came, and people in turn, so that
 * nobody's tenth job comes before another person's first. A job's rank is how many jobs of the same person are ahead of
 * it, including those at the service; the lowest rank goes first. Kept by person, so that the cost depends on how many
 * people wait, not on how many jobs.
 */
export class FairJobQueue {
  /** By person, oldest first, without empty ones. */
  readonly #queues = new Map<string, Waiting[]>();
  readonly #byId = new Map<string, Waiting>();

  /** Adds or updates a job. */
  set(job: Waiting): void {
    this.delete(job.id);
    const queue = this.#queues.get(job.userId) ?? [];
    queue.splice(placeIn(queue, job), 0, job);
    this.#queues.set(job.userId, queue);
    this.#byId.set(job.id, job);
  }

  delete(id: string): void {
    const job = this.#byId.get(id);
    const queue = job && this.#queues.get(job.userId);
    if (!queue) return;
    this.#byId.delete(id);
    queue.splice(placeIn(queue, job), 1);
    if (queue.length === 0) this.#queues.delete(job.userId);
  }

  /** How many jobs are ahead of this one; 0 if it isn't waiting. */
  ahead(id: string, { held, lastServed }: Served): number {
    const job = this.#byId.get(id);
    const own = job && this.#queues.get(job.userId);
    if (!own) return 0;
    const rank = (held.get(job.userId) ?? 0) + placeIn(own, job);
    const mine = { job, servedAt: lastServed.get(job.userId) ?? 0 };
    let ahead = placeIn(own, job);
    for (const [userId, queue] of this.#queues) {
      if (userId === job.userId) continue;
      const lower = Math.max(0, rank - (held.get(userId) ?? 0));
      ahead += Math.min(lower, queue.length);
      const peer = rank < (held.get(userId) ?? 0) ? undefined : queue[lower];
      if (peer && byTurn({ job: peer, servedAt: lastServed.get(userId) ?? 0 }, mine) < 0) ahead += 1;
    }
    return ahead;
  }

  /** From first to last. Don't change the line while iterating. */
  *inOrder({ held, lastServed }: Served): Generator<Waiting, void, undefined> {
    let people = [...this.#queues].map(([userId, queue]) => ({
      queue,
      held: held.get(userId) ?? 0,
      servedAt: lastServed.get(userId) ?? 0,
    }));
    let rank = people.reduce((least, person) => Math.min(least, person.held), Number.POSITIVE_INFINITY);
    while (people.length > 0) {
      const peers = people.flatMap(({ queue, held: before, servedAt }) => {
        const job = queue[rank - before];
        return job ? [{ job, servedAt }] : [];
      });
      for (const { job } of peers.sort(byTurn)) yield job;
      rank += 1;
      people = people.filter(({ queue, held: before }) => before + queue.length > rank);
    }
  }
}

interface Peer {
  readonly job: Waiting;
  readonly servedAt: number;
}

function byTurn(a: Peer, b: Peer): number {
  return a.servedAt - b.servedAt || byArrival(a.job, b.job);
}

function byArrival(a: Waiting, b: Waiting): number {
  if (a.id === b.id) return 0;
  return a.acceptedAt - b.acceptedAt || (a.id < b.id ? -1 : 1);
}

/** A job's place among one person's, or where it would be. */
function placeIn(queue: readonly Waiting[], job: Waiting): number {
  let [from, to] = [0, queue.length];
  while (from < to) {
    const middle = (from + to) >> 1;
    const other = queue[middle];
    if (other && byArrival(other, job) < 0) from = middle + 1;
    else to = middle;
  }
  return from;
}
