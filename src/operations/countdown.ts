import type { Clock } from './clock.ts';

/** One thing that happens after a while, unless it's cancelled. Starting it again restarts the countdown. */
export class Countdown {
  readonly #clock: Clock;
  readonly #action: () => void;
  #running: AbortController | undefined;

  constructor(clock: Clock, action: () => void) {
    this.#clock = clock;
    this.#action = action;
  }

  get running(): boolean {
    return this.#running !== undefined;
  }

  start(durationMs: number): void {
    this.cancel();
    const mine = new AbortController();
    this.#running = mine;
    this.#clock.sleep(durationMs, mine.signal).then(
      () => {
        if (this.#running !== mine) return;
        this.#running = undefined;
        this.#action();
      },
      () => undefined,
    );
  }

  cancel(): void {
    this.#running?.abort();
    this.#running = undefined;
  }
}
