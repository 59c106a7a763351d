/** The last problem, until something works again. Problems that last for the whole call come back after that. */
export class TroubleBoard<Trouble extends string> {
  readonly #forTheCall: ReadonlySet<Trouble>;
  #lasting: Trouble | undefined;
  #passing: Trouble | undefined;

  /** @param forTheCall problems that don't go away by themselves */
  constructor(forTheCall: ReadonlySet<Trouble>) {
    this.#forTheCall = forTheCall;
  }

  get shown(): Trouble | undefined {
    return this.#passing ?? this.#lasting;
  }

  tell(trouble: Trouble): void {
    if (this.#forTheCall.has(trouble)) this.#lasting = trouble;
    else this.#passing = trouble;
  }

  /** These are over; others stay. */
  mended(...troubles: readonly Trouble[]): void {
    if (this.#passing !== undefined && troubles.includes(this.#passing)) this.#passing = undefined;
  }

  worked(): void {
    this.#passing = undefined;
  }
}
