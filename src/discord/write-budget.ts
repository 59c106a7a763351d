import type { Clock } from '../operations/clock.ts';

/** Discord takes five messages or edits in five seconds for a channel; one is left for others who write there. */
const spanMs = 5_000;
const most = 4;
/** What still changes leaves one of them to what doesn't. */
const mostPassing = 3;
/** From one edit of a message to the next, while it changes. */
const betweenMs = 1_000;

/** When the next write of a channel may go. */
export class WriteBudget {
  readonly #clock: Clock;
  #spent: number[] = [];

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  spend(): void {
    this.#spent = [...this.#spent, this.#clock.now()].slice(-most);
  }

  /**
   * @param lasting it's the last write of that message
   * @param writtenAt when that message was written last
   */
  opensAt(lasting: boolean, writtenAt: number): number {
    const full = this.#spent.at(lasting ? -most : -mostPassing);
    const opens = full === undefined ? 0 : full + spanMs;
    return lasting ? opens : Math.max(opens, writtenAt + betweenMs);
  }
}
