import type { Logger } from 'pino';
import type { Clock } from '../operations/clock.ts';
import type { Store } from './store.ts';

const everyMs = 5 * 60_000;

/**
 * Moves what was written from the store's log into the store every few minutes, because people only copy the one file.
 */
export class Checkpoints {
  readonly #store: Pick<Store, 'checkpoint'>;
  readonly #clock: Clock;
  readonly #log: Logger;
  readonly #stop = new AbortController();
  #running: Promise<void> = Promise.resolve();

  constructor(store: Pick<Store, 'checkpoint'>, clock: Clock, log: Logger) {
    this.#store = store;
    this.#clock = clock;
    this.#log = log;
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
      await this.#clock.sleep(everyMs, this.#stop.signal);
      this.#make();
    }
  }

  #make(): void {
    try {
      this.#store.checkpoint();
    } catch (error) {
      this.#log.warn({ err: error }, "couldn't move the store's log into the store; trying again later");
    }
  }
}
