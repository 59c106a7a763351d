import TinyQueue from 'tinyqueue';
import { type Clock, steadyTime } from '../../../../src/operations/clock.ts';

interface Timer {
  readonly at: number;
  readonly order: number;
  fire: (() => void) | undefined;
}

/** One time for all processes of a simulation, which goes from one event to the next. */
export class SimulatedTime {
  #now = Date.UTC(2026, 0, 15, 12);
  #order = 0;
  /** How many events there were. */
  steps = 0;
  /** Real work that isn't done yet: time waits for it. */
  #real: Promise<unknown> = Promise.resolve();
  #realWaiting = 0;
  readonly #timers = new TinyQueue<Timer>([], (a, b) => a.at - b.at || a.order - b.order);

  get now(): number {
    return this.#now;
  }

  async sleep(durationMs: number, signal?: AbortSignal): Promise<void> {
    signal?.throwIfAborted();
    await new Promise<void>((resolve, reject) => {
      const abort = () => {
        timer.fire = undefined;
        reject(signal?.reason);
      };
      this.#order += 1;
      const fire = () => {
        signal?.removeEventListener('abort', abort);
        resolve();
      };
      const timer: Timer = { at: this.#now + Math.max(0, durationMs), order: this.#order, fire };
      this.#timers.push(timer);
      signal?.addEventListener('abort', abort, { once: true });
    });
  }

  /** One piece of real work after the other, so that the same seed does the same again. */
  async whileItStands<Result>(work: () => Promise<Result>): Promise<Result> {
    this.#realWaiting += 1;
    const done = this.#real.then(work);
    this.#real = done.catch(() => undefined);
    try {
      return await done;
    } finally {
      this.#realWaiting -= 1;
    }
  }

  /** The next event, and all that follows from it without time passing. */
  async step(): Promise<void> {
    for (let timer = this.#timers.pop(); timer; timer = this.#timers.pop()) {
      if (!timer.fire) continue;
      this.#now = Math.max(this.#now, timer.at);
      this.steps += 1;
      timer.fire();
      break;
    }
    await this.#settle();
  }

  async #settle(): Promise<void> {
    do {
      await this.#real;
      await new Promise((resolve) => setImmediate(resolve));
    } while (this.#realWaiting > 0);
  }
}

/** The clock of one process's machine, which can be set, and stands still once the process is dead. */
export class SimulatedClock implements Clock {
  readonly #time: SimulatedTime;
  readonly now: () => number;
  #aheadMs = 0;
  isDead = false;

  constructor(time: SimulatedTime) {
    this.#time = time;
    this.now = steadyTime(
      () => time.now + this.#aheadMs,
      () => time.now,
    );
  }

  set(aheadMs: number): void {
    this.#aheadMs = aheadMs;
  }

  async sleep(durationMs: number, signal?: AbortSignal): Promise<void> {
    if (this.isDead) await forever();
    await this.#time.sleep(durationMs, signal).catch(async (error: unknown) => {
      if (this.isDead) await forever();
      throw error;
    });
    if (this.isDead) await forever();
  }
}

/** Where a dead process stands. */
export async function forever(): Promise<never> {
  return await new Promise<never>(() => undefined);
}
