import TinyQueue from 'tinyqueue';

interface Entry {
  readonly id: string;
  readonly dueAt: number;
  /** Of ids due at the same time, the one that was set first goes first. */
  readonly turn: number;
}

/** Ids by due time. Even with ten thousand open jobs, a step takes only a few comparisons. */
export class DueQueue {
  readonly #heap = new TinyQueue<Entry>([], (a, b) => a.dueAt - b.dueAt || a.turn - b.turn);
  readonly #current = new Map<string, Entry>();
  #turn = 0;

  get size(): number {
    return this.#current.size;
  }

  /** Sets when `id` is due, replacing any earlier time. */
  set(id: string, dueAt: number): void {
    this.#turn += 1;
    const entry = { id, dueAt, turn: this.#turn };
    this.#current.set(id, entry);
    this.#heap.push(entry);
  }

  /** Sets when `id` is due, unless it's due sooner already. */
  setNoLater(id: string, dueAt: number): void {
    const known = this.#current.get(id);
    if (!known || known.dueAt > dueAt) this.set(id, dueAt);
  }

  delete(id: string): void {
    this.#current.delete(id);
  }

  has(id: string): boolean {
    return this.#current.has(id);
  }

  nextDueAt(): number | undefined {
    this.#dropReplaced();
    return this.#heap.peek()?.dueAt;
  }

  /** Removes and returns the first id that's due at `now`. */
  take(now: number): string | undefined {
    this.#dropReplaced();
    const first = this.#heap.peek();
    if (!first || first.dueAt > now) return undefined;
    this.#heap.pop();
    this.#current.delete(first.id);
    return first.id;
  }

  #dropReplaced(): void {
    for (
      let first = this.#heap.peek();
      first && this.#current.get(first.id) !== first;
      first = this.#heap.peek()
    )
      this.#heap.pop();
  }
}
