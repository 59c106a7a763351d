import type { Logger } from 'pino';
import { type Clock, stepsBetweenBreaths } from './clock.ts';
import { Rounds } from './rounds.ts';

/** What becomes of a record: it stays, it and all that come after it stay, or something is done about it. */
export type Verdict = 'keep' | 'keep-rest' | (() => Promise<unknown>);

export interface SweepParts<Value> {
  readonly name: string;
  readonly clock: Clock;
  readonly log: Logger;
  /** From the end of one sweep to the next. */
  readonly everyMs: number;
  readonly records: () => AsyncIterable<readonly [id: string, value: Value]>;
  readonly judge: (id: string, value: Value) => Verdict;
}

const betweenRoundsMs = 20;

/**
 * Goes through records now and then and clears what has served its time, a few at a time: however many there are, the
 * event loop is never held for them.
 */
export class Sweep<Value> {
  readonly #parts: SweepParts<Value>;
  readonly #rounds: Rounds;
  #reading: AsyncIterator<readonly [id: string, value: Value]> | undefined;

  constructor(parts: SweepParts<Value>) {
    this.#parts = parts;
    const { name, clock, log } = parts;
    this.#rounds = new Rounds({ name, clock, log, atOnce: 1, work: async () => await this.#round() });
  }

  /** The first sweep begins at once. */
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
    // Together, so that they are one write to the disk.
    await Promise.all(work.map((each) => each()));
    if (ended) return clock.now() + everyMs;
    this.#reading = reading;
    return clock.now() + betweenRoundsMs;
  }
}
