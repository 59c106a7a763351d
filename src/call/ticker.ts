import { setImmediate as nextTurn } from 'node:timers/promises';
import type { Clock } from '../operations/clock.ts';

const everyMs = 20;
/** After a longer stall of the process, what people said meanwhile waits in the sockets. */
const stalledMs = 60;

/** Calls its work every 20 ms while there's something to do. At rest, there's no timer. */
export class Ticker {
  readonly #clock: Clock;
  readonly #work: (nowMs: number) => boolean;
  readonly #signal: AbortSignal;
  #running = false;

  /** @param work returns whether there's more to come; it must not throw */
  constructor(clock: Clock, signal: AbortSignal, work: (nowMs: number) => boolean) {
    this.#clock = clock;
    this.#signal = signal;
    this.#work = work;
  }

  /** There's something to do. Idempotent. */
  wake(): void {
    if (this.#running || this.#signal.aborted) return;
    this.#running = true;
    void this.#run();
  }

  async #run(): Promise<void> {
    try {
      do await this.#nextStep();
      while (this.#work(this.#clock.now()));
    } catch (error) {
      if (!this.#signal.aborted) throw error;
    } finally {
      this.#running = false;
    }
  }

  /** Timers fire before sockets are read: speech that only came late would be taken for silence. */
  async #nextStep(): Promise<void> {
    const dueMs = this.#clock.now() + everyMs;
    await this.#clock.sleep(everyMs, this.#signal);
    if (this.#clock.now() - dueMs > stalledMs) await nextTurn(undefined, { signal: this.#signal });
  }
}
