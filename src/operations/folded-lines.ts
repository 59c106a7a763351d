import type { Logger } from 'pino';
import { BoundedMap } from './bounded-map.ts';
import type { Clock } from './clock.ts';

interface Folded {
  since: number;
  /** Of those that weren't logged by themselves. */
  times: number;
  readonly log: (times: number) => void;
}

const betweenMs = 60_000;
const mostKept = 50;

/** Warnings that come again and again: the first at once, then one line with a count for each minute in which more came. */
export class FoldedLines {
  readonly #log: Logger;
  readonly #clock: Clock;
  readonly #lines = new BoundedMap<string, Folded>(mostKept);

  constructor(log: Logger, clock: Clock) {
    this.#log = log;
    this.#clock = clock;
  }

  /** @param about what makes it the same line, from a short list of ours */
  warn(about: string, fields: Readonly<Record<string, unknown>>, message: string): void {
    const now = this.#clock.now();
    const key = `${message} ${about}`;
    const known = this.#lines.get(key);
    if (known && now - known.since < betweenMs) {
      known.times += 1;
      return;
    }
    if (known && known.times > 0) known.log(known.times);
    else this.#log.warn(fields, message);
    const times = known && known.times > 0 ? 1 : 0;
    const log = (count: number) => this.#log.warn({ ...fields, times: count }, message);
    this.#lines.set(key, { since: now, times, log });
  }

  /** Nothing more comes: what was counted is told. */
  close(): void {
    for (const { times, log } of this.#lines.values()) if (times > 0) log(times);
    this.#lines.clear();
  }
}
