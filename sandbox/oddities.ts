const most = 1_000;

/** What clients sent that no document names. The real services let it pass, so the stand-ins do, and write it down. */
export class Oddities {
  readonly #seen = new Set<string>();

  note(what: string): void {
    if (this.#seen.size < most) this.#seen.add(what.slice(0, 300));
  }

  /** Each once, in the order in which they first came. */
  get list(): readonly string[] {
    return [...this.#seen];
  }
}
