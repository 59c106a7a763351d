import type { Clock } from '../../operations/clock.ts';
import { SlidingWindow } from '../../operations/sliding-window.ts';

/** The service's minute, plus a second because the network blurs where it begins. */
const spanMs = 61_000;

/** The share of a minute's connects that's left to what can't wait. */
const sharedOut = 0.3;

export interface PassOptions {
  readonly signal?: AbortSignal | undefined;
  /** Called once with the wait, if it can't connect right away. */
  readonly onWait?: ((waitMs: number) => void) | undefined;
}

/**
 * Lets that many connects through in any minute, in order, the first ones at once. The limit is for the whole account.
 */
export class ConnectLimiter {
  readonly #clock: Clock;
  readonly #perMinute: number;
  readonly #window: SlidingWindow;

  constructor(clock: Clock, perMinute: number) {
    this.#clock = clock;
    this.#perMinute = perMinute;
    this.#window = new SlidingWindow(clock, perMinute, spanMs);
  }

  /** How long the next one would have to wait. */
  get waitMs(): number {
    return this.#window.freeAt() - this.#clock.now();
  }

  /** The share of a minute's connects that's still free, 0 to 1. */
  get share(): number {
    return Math.max(0, 1 - this.#window.used / this.#perMinute);
  }

  /** For what can wait: takes a place once some are left for others. */
  async passBehind({ signal, onWait }: PassOptions = {}): Promise<void> {
    signal?.throwIfAborted();
    const spare = Math.min(this.#perMinute - 1, Math.ceil(this.#perMinute * sharedOut));
    for (let tell = onWait; ; tell = undefined) {
      const waitMs = this.#window.freeAt(spare) - this.#clock.now();
      if (waitMs <= 0 && this.#window.take()) return;
      tell?.(waitMs);
      await this.#clock.sleep(Math.max(1, waitMs), signal);
    }
  }

  /** Aborting gives the place back. */
  async pass({ signal, onWait }: PassOptions = {}): Promise<void> {
    signal?.throwIfAborted();
    const slot = this.#window.reserve();
    const waitMs = slot - this.#clock.now();
    if (waitMs <= 0) return;
    onWait?.(waitMs);
    try {
      await this.#clock.sleep(waitMs, signal);
    } catch (error) {
      this.#window.giveBack(slot);
      throw error;
    }
  }
}
