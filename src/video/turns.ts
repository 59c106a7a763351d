import { BoundedMap } from '../operations/bounded-map.ts';
import type { Standing } from '../operations/shared-line.ts';
import { FairJobQueue, type Waiting } from './fair-job-queue.ts';

/** How many people's last turns are remembered: more than ever wait at once. */
const mostRemembered = 10_000;

/** Whose turn it is: who waits in the line, and who was called to one of so many places and has it until it's over. */
export class Turns {
  readonly #most: number;
  readonly #line = new FairJobQueue<Waiting>();
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
