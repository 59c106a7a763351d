import type { Clock } from '../../operations/clock.ts';
import { SlidingWindow } from '../../operations/sliding-window.ts';

/** A minute as the service counts it, and a second for what the network does to its beginning. */
const spanMs = 61_000;

export interface PassOptions {
  readonly signal?: AbortSignal | undefined;
  /** Told once, with how long it takes, when it can't connect at once. */
  readonly onWait?: ((waitMs: number) => void) | undefined;
}

/** Lets that many connects through in any minute, in order, the first ones at once: the limit is the whole account's. */
export class ConnectLimiter {
  readonly #clock: Clock;
  readonly #perMinute: number;
  readonly #window: SlidingWindow;

  constructor(clock: Clock, perMinute: number) {
    this.#clock = clock;
    this.#perMinute = perMinute;
    this.#window = new SlidingWindow(clock, perMinute, spanMs);
  }

  /** How long the next one would wait. */
  get waitMs(): number {
    return this.#window.freeAt() - this.#clock.now();
  }

  /** Of the connects of a minute: the share that nobody used or waits for, 0 to 1. */
  get share(): number {
    return Math.max(0, 1 - this.#window.used / this.#perMinute);
  }

  /** Giving up waiting gives the place back. */
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
