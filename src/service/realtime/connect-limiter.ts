import type { Clock } from '../../operations/clock.ts';

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
  /** When each of the latest went, or will go. */
  #slots: number[] = [];

  constructor(clock: Clock, perMinute: number) {
    this.#clock = clock;
    this.#perMinute = perMinute;
  }

  /** How long the next one would wait. */
  get waitMs(): number {
    const now = this.#clock.now();
    const full = this.#slots.at(-this.#perMinute);
    return full === undefined ? 0 : Math.max(0, full + spanMs - now);
  }

  /** Of the connects of a minute: the share that nobody used or waits for, 0 to 1. */
  get share(): number {
    const since = this.#clock.now() - spanMs;
    const used = this.#slots.filter((slot) => slot > since).length;
    return Math.max(0, 1 - used / this.#perMinute);
  }

  /** Giving up waiting gives the place back. */
  async pass({ signal, onWait }: PassOptions = {}): Promise<void> {
    signal?.throwIfAborted();
    const { waitMs } = this;
    const slot = this.#clock.now() + waitMs;
    this.#slots = [...this.#slots, slot].slice(-this.#perMinute * 100);
    if (waitMs === 0) return;
    onWait?.(waitMs);
    try {
      await this.#clock.sleep(waitMs, signal);
    } catch (error) {
      const at = this.#slots.lastIndexOf(slot);
      if (at >= 0) this.#slots.splice(at, 1);
      throw error;
    }
  }
}
