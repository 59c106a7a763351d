import type { Logger } from 'pino';
import { Alarm } from './alarm.ts';
import type { Clock } from './clock.ts';
import { DueQueue } from './due-queue.ts';
import type { InHand } from './in-hand.ts';

interface RoundsParts {
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
}

/** Works on ids when they're due: each at most once at a time, a limited number together, and none is ever dropped. */
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
