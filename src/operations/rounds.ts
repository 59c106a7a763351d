import type { Logger } from 'pino';
import { Alarm, type Clock } from './clock.ts';
import type { InHand } from './in-hand.ts';

interface RoundsParts {
  readonly name: string;
  readonly clock: Clock;
  readonly log: Logger;
  /** How many ids are worked on at the same time. */
  readonly atOnce: number;
  /** Does one id's work; resolves to the time (epoch ms) of its next round, or undefined when there is none. */
  readonly work: (id: string, signal: AbortSignal) => Promise<number | undefined>;
  /** Asked before each start; ring `wake()` when its answer may have changed. */
  readonly mayStart?: () => boolean;
  /** When a round that threw is tried again. */
  readonly retryMs?: number;
  /** Counts the deaths of processes with one of these ids in hand. */
  readonly inHand?: InHand | undefined;
  /** What becomes of an id that two processes died with, in the place of its work. */
  readonly setAside?: (id: string) => Promise<void>;
}

/** Works on ids when they are due: at most once at a time each, a bounded number together, and none is ever dropped. */
export class Rounds {
  readonly #parts: RoundsParts;
  readonly #queue = new DueQueue();
  readonly #alarm: Alarm;
  readonly #stop = new AbortController();
  readonly #busy = new Map<string, Promise<void>>();
  #loop: Promise<void> = Promise.resolve();

  constructor(parts: RoundsParts) {
    this.#parts = parts;
    this.#alarm = new Alarm(parts.clock);
  }

  schedule(id: string, dueAt: number): void {
    this.#queue.set(id, dueAt);
    this.#alarm.ring();
  }

  forget(id: string): void {
    this.#queue.delete(id);
  }

  isScheduled(id: string): boolean {
    return this.#queue.has(id) || this.#busy.has(id);
  }

  wake(): void {
    this.#alarm.ring();
  }

  start(): void {
    this.#loop = this.#run().catch((error: unknown) => {
      if (!this.#stop.signal.aborted)
        this.#parts.log.error({ err: error, rounds: this.#parts.name }, 'rounds ended');
    });
  }

  /** Stops starting new work, aborts what runs, and waits for it. */
  async close(): Promise<void> {
    this.#stop.abort();
    await this.#loop;
    await Promise.allSettled(this.#busy.values());
  }

  async #run(): Promise<void> {
    const { signal } = this.#stop;
    for (;;) {
      this.#startDue();
      await this.#alarm.wait(this.#hasRoom() ? this.#queue.nextDueAt() : undefined, signal);
    }
  }

  #hasRoom(): boolean {
    return this.#busy.size < this.#parts.atOnce && (this.#parts.mayStart?.() ?? true);
  }

  #startDue(): void {
    while (!this.#stop.signal.aborted && this.#hasRoom()) {
      const id = this.#queue.take(this.#parts.clock.now());
      if (id === undefined) return;
      const running = this.#busy.get(id);
      if (running) {
        void running.then(() => this.schedule(id, this.#parts.clock.now()));
        continue;
      }
      this.#busy.set(id, this.#once(id));
    }
  }

  async #once(id: string): Promise<void> {
    const { clock, log, name, retryMs = 30_000 } = this.#parts;
    try {
      const next = await this.#worked(id);
      // It may have been scheduled again in the meantime, and sooner.
      if (next !== undefined) this.#queue.setNoLater(id, next);
    } catch (error) {
      if (!this.#stop.signal.aborted) {
        log.error({ err: error, rounds: name, job: id }, 'a round failed; trying again');
        this.#queue.setNoLater(id, clock.now() + retryMs);
      }
    } finally {
      this.#busy.delete(id);
      this.#alarm.ring();
    }
  }

  async #worked(id: string): Promise<number | undefined> {
    const { name, log, work, inHand, setAside } = this.#parts;
    const once = async () => await work(id, this.#stop.signal);
    if (!inHand) return await once();
    if (!setAside || !inHand.isToSetAside(name, id)) return await inHand.hold(name, id, once);
    await setAside(id);
    inHand.forgive(name, id);
    log.error({ rounds: name, job: id }, 'set aside: the bot died twice while working on this');
    return undefined;
  }
}

interface Entry {
  readonly id: string;
  readonly dueAt: number;
  /** Among those due at the same time, who was set first goes first. */
  readonly turn: number;
}

/** Ids by the time they are due: a binary heap, so that ten thousand open jobs cost a few comparisons a step. */
export class DueQueue {
  readonly #heap: Entry[] = [];
  readonly #current = new Map<string, Entry>();
  #turn = 0;

  get size(): number {
    return this.#current.size;
  }

  /** Sets when `id` is due, replacing what was set before. */
  set(id: string, dueAt: number): void {
    this.#turn += 1;
    const entry = { id, dueAt, turn: this.#turn };
    this.#current.set(id, entry);
    this.#heap.push(entry);
    this.#rise(this.#heap.length - 1);
  }

  /** Sets when `id` is due, unless it is due before that. */
  setNoLater(id: string, dueAt: number): void {
    const known = this.#current.get(id);
    if (!known || known.dueAt > dueAt) this.set(id, dueAt);
  }

  delete(id: string): void {
    this.#current.delete(id);
  }

  has(id: string): boolean {
    return this.#current.has(id);
  }

  nextDueAt(): number | undefined {
    this.#dropReplaced();
    return this.#heap[0]?.dueAt;
  }

  /** Removes and returns the first id that is due at `now`. */
  take(now: number): string | undefined {
    this.#dropReplaced();
    const first = this.#heap[0];
    if (!first || first.dueAt > now) return undefined;
    this.#removeFirst();
    this.#current.delete(first.id);
    return first.id;
  }

  #dropReplaced(): void {
    for (let first = this.#heap[0]; first && this.#current.get(first.id) !== first; first = this.#heap[0]) {
      this.#removeFirst();
    }
  }

  #removeFirst(): void {
    const last = this.#heap.pop();
    if (!last || this.#heap.length === 0) return;
    this.#heap[0] = last;
    this.#sink(0);
  }

  #rise(from: number): void {
    let index = from;
    while (index > 0) {
      const parent = (index - 1) >> 1;
      if (!this.#swapIfLater(parent, index)) return;
      index = parent;
    }
  }

  #sink(from: number): void {
    let index = from;
    for (;;) {
      const left = index * 2 + 1;
      const right = left + 1;
      const child = isLater(this.#heap[left], this.#heap[right]) ? right : left;
      if (!this.#swapIfLater(index, child)) return;
      index = child;
    }
  }

  #swapIfLater(parent: number, child: number): boolean {
    const above = this.#heap[parent];
    const below = this.#heap[child];
    if (!above || !below || !isLater(above, below)) return false;
    this.#heap[parent] = below;
    this.#heap[child] = above;
    return true;
  }
}

/** Is there a `b`, and does `a` come after it? */
function isLater(a: Entry | undefined, b: Entry | undefined): boolean {
  if (!a || !b) return false;
  return a.dueAt > b.dueAt || (a.dueAt === b.dueAt && a.turn > b.turn);
}
