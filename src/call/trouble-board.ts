/** The last trouble, until something works again; what lasts for the whole call comes back then. */
export class TroubleBoard<Trouble extends string> {
  readonly #forTheCall: ReadonlySet<Trouble>;
  #lasting: Trouble | undefined;
  #passing: Trouble | undefined;

  /** @param forTheCall what doesn't get better by itself */
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

  /** These are over; whatever else there is stays. */
  mended(...troubles: readonly Trouble[]): void {
    if (this.#passing !== undefined && troubles.includes(this.#passing)) this.#passing = undefined;
  }

  worked(): void {
    this.#passing = undefined;
  }
}
