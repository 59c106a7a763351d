import type { Logger } from 'pino';
import type { Clock } from '../operations/clock.ts';
import type { Store } from './store.ts';

export interface CheckpointsParts {
  readonly store: Pick<Store, 'checkpoint'>;
  readonly clock: Clock;
  readonly log: Logger;
}

const everyMs = 5 * 60_000;

/**
 * Moves what was written from the store's log into the store every few minutes, because people only copy the one file.
 */
export class Checkpoints {
  readonly #parts: CheckpointsParts;
  readonly #stop = new AbortController();
  #running: Promise<void> = Promise.resolve();

  constructor(parts: CheckpointsParts) {
    this.#parts = parts;
  }

  open(): void {
    this.#running = this.#run().catch(() => undefined);
  }

  async close(): Promise<void> {
    this.#stop.abort();
    await this.#running;
    this.#make();
  }

  async #run(): Promise<void> {
    for (;;) {
      await this.#parts.clock.sleep(everyMs, this.#stop.signal);
      this.#make();
    }
  }

  #make(): void {
    try {
      this.#parts.store.checkpoint();
    } catch (error) {
      this.#parts.log.warn(
        { err: error },
        "couldn't move the store's log into the store; trying again later",
      );
    }
  }
}
