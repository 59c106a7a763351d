import type { Logger } from 'pino';
import type { Clock } from './clock.ts';

const firstPauseMs = 500;
const longestPauseMs = 30_000;

/** No store will ever take this record: trying again changes nothing. */
export class UnwritableError extends Error {
  override readonly name = 'UnwritableError';
}

type Facts = Readonly<Record<string, unknown>>;

/**
 * Writes of what has happened already, at the service or in a channel, and that nobody can take back: each is repeated until
 * it's down. Once the process stops, each has one last try, and the log keeps what didn't get down.
 */
export class RepeatedWrites {
  readonly #clock: Clock;
  readonly #log: Logger;
  readonly #stop = new AbortController();
  readonly #signal: AbortSignal;
  readonly #running = new Set<Promise<unknown>>();
  /** What has failed and isn't down yet. */
  readonly #failing = new Set<Facts>();
  #down = Promise.withResolvers<void>();

  constructor(parts: { clock: Clock; log: Logger; signal?: AbortSignal | undefined }) {
    this.#clock = parts.clock;
    this.#log = parts.log;
    const { signal } = this.#stop;
    this.#signal = parts.signal ? AbortSignal.any([signal, parts.signal]) : signal;
  }

  /**
   * Resolves once it's down. `facts` is what the log keeps of it. @throws what the last try failed with, when the process stops or
   * the store can never take it
   */
  async write<Result>(
    facts: Readonly<Record<string, unknown>>,
    write: () => Promise<Result>,
  ): Promise<Result> {
    const running = this.#repeat(facts, write);
    this.#running.add(running);
    try {
      return await running;
    } finally {
      this.#running.delete(running);
    }
  }

  /** The same for those who can't wait: resolves after the first try, and the rest is repeated behind their back. Never rejects. */
  async tryToWrite(facts: Facts, write: () => Promise<unknown>): Promise<void> {
    const { promise, resolve } = Promise.withResolvers<void>();
    this.write(facts, async () => await write().finally(resolve)).catch(() => undefined);
    await promise;
  }

  /** Resolves once nothing waits to be written. @throws when the process stops before that */
  async allDown(): Promise<void> {
    while (this.#failing.size > 0) {
      if (this.#signal.aborted) throw new Error('stopped before everything was written');
      await this.#down.promise;
    }
  }

  /** What's being repeated has one last try, and what comes now has one. Resolves when they're over. Idempotent. */
  async close(): Promise<void> {
    this.#stop.abort();
    await Promise.allSettled(this.#running);
  }

  async #repeat<Result>(facts: Facts, write: () => Promise<Result>): Promise<Result> {
    for (let tries = 1; ; tries += 1) {
      const isLast = this.#signal.aborted;
      try {
        const result = await write();
        if (tries > 1) this.#wrote({ ...facts, tries }, facts);
        return result;
      } catch (error) {
        const told = { err: error, ...facts, tries };
        if (isLast || error instanceof UnwritableError) {
          this.#lost(told, facts, isLast);
          throw error;
        }
        if (tries === 1)
          this.#log.error(told, "couldn't write what has happened; trying again until it's down");
        this.#failing.add(facts);
        await this.#pause(tries);
      }
    }
  }

  #wrote(told: Facts, facts: Facts): void {
    this.#log.info(told, 'written after all');
    this.#failing.delete(facts);
    this.#tell();
  }

  /** What only this process couldn't write counts as failing until it ends. */
  #lost(told: Facts, facts: Facts, mayBeWritten: boolean): void {
    this.#log.error(told, 'never written');
    if (mayBeWritten) this.#failing.add(facts);
    else this.#failing.delete(facts);
    this.#tell();
  }

  async #pause(tries: number): Promise<void> {
    const pauseMs = Math.min(firstPauseMs * 2 ** (tries - 1), longestPauseMs);
    await this.#clock.sleep(pauseMs, this.#signal).catch(() => undefined);
  }

  #tell(): void {
    this.#down.resolve();
    this.#down = Promise.withResolvers();
  }
}
