import type { Clock } from '../../src/operations/clock.ts';
import type { MonotonicTime } from '../../src/voice/mouth/pacer.ts';

interface Waiting {
  readonly atMs: number;
  readonly wake: () => void;
}

/** Time that goes by as fast as the machine can: what a conversation does in an hour takes a minute. */
export class SimulatedClock implements Clock, MonotonicTime {
  readonly #waiting = new Set<Waiting>();
  #nowMs = Date.UTC(2026, 0, 15, 12);

  now(): number {
    return this.#nowMs;
  }

  nowMs(): number {
    return this.#nowMs;
  }

  after(durationMs: number, callback: () => void): () => void {
    const waiting = { atMs: this.#nowMs + durationMs, wake: callback };
    this.#waiting.add(waiting);
    return () => void this.#waiting.delete(waiting);
  }

  async sleep(durationMs: number, signal?: AbortSignal): Promise<void> {
    signal?.throwIfAborted();
    await new Promise<void>((resolve, reject) => {
      const onAbort = () => {
        cancel();
        reject(signal?.reason);
      };
      const cancel = this.after(durationMs, () => {
        signal?.removeEventListener('abort', onAbort);
        resolve();
      });
      signal?.addEventListener('abort', onAbort, { once: true });
    });
  }

  /** Goes on by so much, and lets what follows from it happen. */
  async step(durationMs: number): Promise<void> {
    this.#nowMs += durationMs;
    for (const waiting of [...this.#waiting])
      if (waiting.atMs <= this.#nowMs && this.#waiting.delete(waiting)) waiting.wake();
    await new Promise((resolve) => setImmediate(resolve));
  }
}
