import type { Clock } from './clock.ts';

const firstPauseMs = 30_000;
const longestPauseMs = 10 * 60_000;

export interface Attempt<Outcome> {
  readonly outcome: Outcome;
  readonly isDone: boolean;
}

/** Work at the start that's retried in the background until it's done, with growing pauses (30 s to 10 min). */
export abstract class UntilDone<Outcome> {
  /** The outcome of the first attempt. */
  readonly outcome: Promise<Outcome>;
  readonly #clock: Clock;
  readonly #stop = new AbortController();
  readonly #tell: (outcome: Outcome) => void;
  #running: Promise<void> = Promise.resolve();

  constructor(clock: Clock) {
    this.#clock = clock;
    const { promise, resolve } = Promise.withResolvers<Outcome>();
    this.outcome = promise;
    this.#tell = resolve;
  }

  open(): void {
    this.#running = this.#run().catch(() => undefined);
  }

  async close(): Promise<void> {
    this.#stop.abort();
    await this.#running;
  }

  /** @param before how many attempts there were before */
  protected abstract attempt(before: number, signal: AbortSignal): Promise<Attempt<Outcome>>;

  async #run(): Promise<void> {
    const { signal } = this.#stop;
    for (let before = 0; ; before += 1) {
      const { outcome, isDone } = await this.attempt(before, signal);
      this.#tell(outcome);
      if (isDone) return;
      await this.#clock.sleep(Math.min(firstPauseMs * 2 ** before, longestPauseMs), signal);
    }
  }
}
