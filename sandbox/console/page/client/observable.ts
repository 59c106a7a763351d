/** Something that tells its listeners that it changed, but not how. */
export class Observable {
  readonly #listeners = new Set<() => void>();

  /** Calls `listener` after every change until the returned function is called. */
  subscribe(listener: () => void): () => void {
    this.#listeners.add(listener);
    return () => {
      this.#listeners.delete(listener);
    };
  }

  protected changed(): void {
    for (const listener of [...this.#listeners]) listener();
  }
}
