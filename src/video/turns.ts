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

/**
 * Whose turn it is: who waits in the line, and who was called to one of so many places and has it until it's over. A fair queue:
 * each person's jobs come in the order they came, and people in turn, so that nobody's tenth job comes before another person's
 * first. A job's rank is how many jobs of the same person are ahead of it, including those that have a place; the lowest rank goes
 * first, then the person who was served longer ago. Kept by person, so that the cost depends on how many people wait, not on
 * how many jobs.
 */
export class Turns {
  readonly #most: number;
  /** Who waits, by person, oldest first, without empty ones. */
  readonly #queues = new Map<string, Waiting[]>();
  readonly #waiting = new Map<string, Waiting>();
  readonly #putOff = new Set<string>();
  /** Who has a place, with its owner. */
  readonly #placed = new Map<string, string>();
  /** The same, counted by person. */
  readonly #held = new Map<string, number>();
  /** When each person was last served, as a growing number. */
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
    else this.#queue(job);
    if (is === 'put-off') this.#putOff.add(job.id);
  }

  delete({ id }: Pick<Waiting, 'id'>): void {
    this.#unqueue(id);
    this.#putOff.delete(id);
    const userId = this.#placed.get(id);
    if (userId === undefined) return;
    this.#placed.delete(id);
    const left = this.#heldBy(userId) - 1;
    if (left > 0) this.#held.set(userId, left);
    else this.#held.delete(userId);
  }

  /** That person was called before. */
  noteCalled(userId: string, calledAs: number): void {
    if (calledAs > this.#servedAt(userId)) this.#lastServed.set(userId, calledAs);
    this.#calls = Math.max(this.#calls, calledAs);
  }

  /** Gives free places to those whose turn it is. */
  call(): readonly string[] {
    const room = this.#most - this.#placed.size;
    const isReady = ({ id }: Waiting) => !this.#putOff.has(id);
    const called = room > 0 ? this.#inOrder().filter(isReady).take(room).toArray() : [];
    for (const job of called) {
      this.#unqueue(job.id);
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
    return Array.from(this.#inOrder().take(count), ({ id }) => id);
  }

  /** How many jobs are ahead of this one; 0 if it isn't waiting. */
  ahead(id: string): number {
    const job = this.#waiting.get(id);
    const own = job && this.#queues.get(job.userId);
    if (!own) return 0;
    let ahead = placeIn(own, job);
    const rank = this.#heldBy(job.userId) + ahead;
    const mine = { job, servedAt: this.#servedAt(job.userId) };
    for (const [userId, queue] of this.#queues) {
      if (userId === job.userId) continue;
      const held = this.#heldBy(userId);
      const lower = Math.max(0, rank - held);
      ahead += Math.min(lower, queue.length);
      const peer = rank < held ? undefined : queue[lower];
      if (peer && byTurn({ job: peer, servedAt: this.#servedAt(userId) }, mine) < 0) ahead += 1;
    }
    return ahead;
  }

  /** Who waits, from first to last. Don't change the line while iterating. */
  *#inOrder(): Generator<Waiting, void, undefined> {
    let people = [...this.#queues].map(([userId, queue]) => ({
      queue,
      held: this.#heldBy(userId),
      servedAt: this.#servedAt(userId),
    }));
    let rank = people.reduce((least, person) => Math.min(least, person.held), Number.POSITIVE_INFINITY);
    while (people.length > 0) {
      const peers = people.flatMap(({ queue, held, servedAt }) => {
        const job = queue[rank - held];
        return job ? [{ job, servedAt }] : [];
      });
      for (const { job } of peers.sort(byTurn)) yield job;
      rank += 1;
      people = people.filter(({ queue, held }) => held + queue.length > rank);
    }
  }

  #queue(job: Waiting): void {
    const queue = this.#queues.get(job.userId) ?? [];
    queue.splice(placeIn(queue, job), 0, job);
    this.#queues.set(job.userId, queue);
    this.#waiting.set(job.id, job);
  }

  #unqueue(id: string): void {
    const job = this.#waiting.get(id);
    const queue = job && this.#queues.get(job.userId);
    if (!queue) return;
    this.#waiting.delete(id);
    queue.splice(placeIn(queue, job), 1);
    if (queue.length === 0) this.#queues.delete(job.userId);
  }

  #place({ id, userId }: Waiting): void {
    this.#placed.set(id, userId);
    this.#held.set(userId, this.#heldBy(userId) + 1);
  }

  #heldBy(userId: string): number {
    return this.#held.get(userId) ?? 0;
  }

  #servedAt(userId: string): number {
    return this.#lastServed.get(userId) ?? 0;
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
