import type { Logger } from 'pino';
import { type Clock, stepsBetweenBreaths } from './clock.ts';
import { Rounds } from './rounds.ts';

/** What to do with a record: keep it, keep it and all later ones, or clear it. */
export type Verdict = 'keep' | 'keep-rest' | (() => Promise<unknown>);

const betweenRoundsMs = 20;

/**
 * Goes through records from time to time and clears expired ones, a few at a time, so the event loop is never blocked.
 */
export class Sweep<Value> {
  readonly #parts;
  readonly #rounds: Rounds;
  #reading: AsyncIterator<readonly [id: string, value: Value]> | undefined;

  constructor(parts: {
    readonly name: string;
    readonly clock: Clock;
    readonly log: Logger;
    /** From the end of one sweep to the start of the next. */
    readonly everyMs: number;
    readonly records: () => AsyncIterable<readonly [id: string, value: Value]>;
    readonly judge: (id: string, value: Value) => Verdict;
  }) {
    this.#parts = parts;
    const { name, clock, log } = parts;
    this.#rounds = new Rounds({ name, clock, log, atOnce: 1, work: async () => await this.#round() });
  }

  /** The first sweep starts at once. */
  start(): void {
    this.#rounds.schedule(this.#parts.name, this.#parts.clock.now());
    this.#rounds.start();
  }

  async close(): Promise<void> {
    await this.#rounds.close();
  }

  async #round(): Promise<number> {
    const { clock, everyMs, judge, records } = this.#parts;
    const reading = this.#reading ?? records()[Symbol.asyncIterator]();
    this.#reading = undefined;
    const work: (() => Promise<unknown>)[] = [];
    let ended = false;
    for (let step = 0; step < stepsBetweenBreaths && !ended; step += 1) {
      const next = await reading.next();
      const verdict = next.done ? 'keep-rest' : judge(...next.value);
      if (typeof verdict === 'function') work.push(verdict);
      ended = verdict === 'keep-rest';
    }
    // Together, so it's one write to the disk.
    await Promise.all(work.map((each) => each()));
    if (ended) return clock.now() + everyMs;
    this.#reading = reading;
    return clock.now() + betweenRoundsMs;
  }
}
