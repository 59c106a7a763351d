import type { Clock } from '../operations/clock.ts';
import { NowAndThen } from '../operations/now-and-then.ts';

const spanMs = 60_000;
/** Messages of one person that are dealt with in that span. */
const mostPerSpan = 6;
const betweenHintsMs = 60 * 60_000;

/** How often one person is answered: a number of questions a minute, and a hint once an hour. */
export class MentionLimits {
  readonly #clock: Clock;
  readonly #asked = new Map<string, readonly number[]>();
  readonly #hinted: NowAndThen;

  constructor(clock: Clock) {
    this.#clock = clock;
    this.#hinted = new NowAndThen(clock, betweenHintsMs);
  }

  /** False when it's too much. */
  take(userId: string): boolean {
    const since = this.#clock.now() - spanMs;
    for (const [id, times] of this.#asked) if ((times.at(-1) ?? 0) <= since) this.#asked.delete(id);
    const recent = (this.#asked.get(userId) ?? []).filter((at) => at > since);
    if (recent.length >= mostPerSpan) return false;
    this.#asked.set(userId, [...recent, this.#clock.now()]);
    return true;
  }

  /** True once an hour. */
  mayHint(userId: string): boolean {
    return this.#hinted.may(userId);
  }
}
