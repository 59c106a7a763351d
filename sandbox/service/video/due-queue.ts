/** Things that come due, soonest first; those due at the same time in the order of their coming. */
export class DueQueue<T> {
  #entries: { readonly item: T; readonly dueAt: number }[] = [];

  /** Cheap when little that is due later was added before. */
  add(item: T, dueAt: number): void {
    let at = this.#entries.length;
    while (at > 0 && (this.#entries[at - 1]?.dueAt ?? dueAt) > dueAt) at -= 1;
    this.#entries.splice(at, 0, { item, dueAt });
  }

  /** Undefined when the first one is not due yet. */
  firstDue(now: number): { readonly item: T; readonly dueAt: number } | undefined {
    const [first] = this.#entries;
    return first && first.dueAt <= now ? first : undefined;
  }

  dropFirst(): void {
    this.#entries.shift();
  }

  remove(item: T): void {
    const at = this.#entries.findIndex((entry) => entry.item === item);
    if (at >= 0) this.#entries.splice(at, 1);
  }

  /** Infinite when it is empty. */
  get nextDueAt(): number {
    return this.#entries[0]?.dueAt ?? Number.POSITIVE_INFINITY;
  }

  /** After a change of what `add` was told. */
  reorder(dueAtOf: (item: T) => number): void {
    const items = this.#entries.map(({ item }) => item);
    this.#entries = [];
    for (const item of items) this.add(item, dueAtOf(item));
  }
}
