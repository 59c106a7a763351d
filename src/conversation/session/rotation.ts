import type { Clock } from '../../operations/clock.ts';

/** A session lives 120 min at most. After 90, it's replaced in a quiet moment (field notes 3). */
const dueAfterMs = 90 * 60_000;
const againAfterMs = 60_000;

/** When to replace a session: in the first quiet moment after it's due. */
export class RotationClock {
  readonly #clock: Clock;
  readonly #rotate: () => void;
  readonly #isQuiet: () => boolean;
  #waiting: AbortController | undefined;
  #due = false;

  constructor(clock: Clock, rotate: () => void, isQuiet: () => boolean) {
    this.#clock = clock;
    this.#rotate = rotate;
    this.#isQuiet = isQuiet;
  }

  /** A new session is open. */
  begin(): void {
    this.#wait(dueAfterMs);
  }

  /** Replacing it failed, so it's due again a little later. */
  again(): void {
    this.#wait(againAfterMs);
  }

  settled(): void {
    if (!this.#due || !this.#isQuiet()) return;
    this.#due = false;
    this.#rotate();
  }

  stop(): void {
    this.#due = false;
    this.#waiting?.abort();
    this.#waiting = undefined;
  }

  #wait(durationMs: number): void {
    this.stop();
    const waiting = new AbortController();
    this.#waiting = waiting;
    this.#clock.sleep(durationMs, waiting.signal).then(
      () => {
        this.#due = true;
        this.settled();
      },
      () => undefined,
    );
  }
}
