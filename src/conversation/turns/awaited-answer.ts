const answerWithinMs = 20_000;

/** An answer that the service owes. Reports it if none begins in time. */
export class AwaitedAnswer {
  readonly #onLate: () => void;
  #since: number | undefined;

  constructor(onLate: () => void) {
    this.#onLate = onLate;
  }

  get waiting(): boolean {
    return this.#since !== undefined;
  }

  expect(nowMs: number): void {
    this.#since = nowMs;
  }

  /** It began, or won't any more. */
  forget(): void {
    this.#since = undefined;
  }

  tick(nowMs: number): void {
    if (this.#since === undefined || nowMs - this.#since < answerWithinMs) return;
    this.#since = undefined;
    this.#onLate();
  }
}
