import type { Logger } from 'pino';
import TinyQueue from 'tinyqueue';
import { Alarm, type Clock } from './clock.ts';
import type { InHand } from './in-hand.ts';

/** Works on ids when they're due: each at most once at a time, a limited number together, and none is ever dropped. */
export class Rounds {
  readonly #parts;
  readonly #queue = new DueQueue();
  readonly #alarm: Alarm;
  readonly #stop = new AbortController();
  readonly #busy = new Map<string, Promise<void>>();
  #loop: Promise<void> = Promise.resolve();

  constructor(parts: {
    readonly name: string;
    readonly clock: Clock;
    readonly log: Logger;
    /** How many ids are worked on at once. */
    readonly atOnce: number;
    /** Does one id's work. Resolves to the time (epoch ms) of its next round, or undefined if there isn't one. */
    readonly work: (id: string, signal: AbortSignal) => Promise<number | undefined>;
    /** When to retry after a round that threw. */
    readonly retryMs?: number;
    /** Counts crashes with one of these ids in hand. */
    readonly inHand?: InHand | undefined;
    /** Called instead of `work` for an id that crashed the process twice. */
    readonly setAside?: (id: string) => Promise<void>;
  }) {
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

  start(): void {
    this.#loop = this.#run().catch((error: unknown) => {
      if (!this.#stop.signal.aborted)
        this.#parts.log.error({ err: error, rounds: this.#parts.name }, 'rounds ended');
    });
  }

  /** Starts nothing new, aborts what's running, and waits for it. */
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
    return this.#busy.size < this.#parts.atOnce;
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
      // It may have been rescheduled in the meantime, for an earlier time.
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
  /** Of ids due at the same time, the one that was set first goes first. */
  readonly turn: number;
}

/** Ids by due time. Even with ten thousand open jobs, a step takes only a few comparisons. */
export class DueQueue {
  readonly #heap = new TinyQueue<Entry>([], (a, b) => a.dueAt - b.dueAt || a.turn - b.turn);
  readonly #current = new Map<string, Entry>();
  #turn = 0;

  get size(): number {
    return this.#current.size;
  }

  /** Sets when `id` is due, replacing any earlier time. */
  set(id: string, dueAt: number): void {
    this.#turn += 1;
    const entry = { id, dueAt, turn: this.#turn };
    this.#current.set(id, entry);
    this.#heap.push(entry);
  }

  /** Sets when `id` is due, unless it's due sooner already. */
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
    return this.#heap.peek()?.dueAt;
  }

  /** Removes and returns the first id that's due at `now`. */
  take(now: number): string | undefined {
    this.#dropReplaced();
    const first = this.#heap.peek();
    if (!first || first.dueAt > now) return undefined;
    this.#heap.pop();
    this.#current.delete(first.id);
    return first.id;
  }

  #dropReplaced(): void {
    for (
      let first = this.#heap.peek();
      first && this.#current.get(first.id) !== first;
      first = this.#heap.peek()
    )
      this.#heap.pop();
  }
}
