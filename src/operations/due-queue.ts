interface Entry {
  readonly id: string;
  readonly dueAt: number;
  /** Among those due at the same time, who was set first goes first. */
  readonly turn: number;
}

/** Ids by the time they are due: a binary heap, so that ten thousand open jobs cost a few comparisons a step. */
export class DueQueue {
  readonly #heap: Entry[] = [];
  readonly #current = new Map<string, Entry>();
  #turn = 0;

  get size(): number {
    return this.#current.size;
  }

  /** Sets when `id` is due, replacing what was set before. */
  set(id: string, dueAt: number): void {
    this.#turn += 1;
    const entry = { id, dueAt, turn: this.#turn };
    this.#current.set(id, entry);
    this.#heap.push(entry);
    this.#rise(this.#heap.length - 1);
  }

  /** Sets when `id` is due, unless it is due before that. */
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
    return this.#heap[0]?.dueAt;
  }

  /** Removes and returns the first id that is due at `now`. */
  take(now: number): string | undefined {
    this.#dropReplaced();
    const first = this.#heap[0];
    if (!first || first.dueAt > now) return undefined;
    this.#removeFirst();
    this.#current.delete(first.id);
    return first.id;
  }

  #dropReplaced(): void {
    for (let first = this.#heap[0]; first && this.#current.get(first.id) !== first; first = this.#heap[0]) {
      this.#removeFirst();
    }
  }

  #removeFirst(): void {
    const last = this.#heap.pop();
    if (!last || this.#heap.length === 0) return;
    this.#heap[0] = last;
    this.#sink(0);
  }

  #rise(from: number): void {
    let index = from;
    while (index > 0) {
      const parent = (index - 1) >> 1;
      if (!this.#swapIfLater(parent, index)) return;
      index = parent;
    }
  }

  #sink(from: number): void {
    let index = from;
    for (;;) {
      const left = index * 2 + 1;
      const right = left + 1;
      const child = isLater(this.#heap[left], this.#heap[right]) ? right : left;
      if (!this.#swapIfLater(index, child)) return;
      index = child;
    }
  }

  #swapIfLater(parent: number, child: number): boolean {
    const above = this.#heap[parent];
    const below = this.#heap[child];
    if (!above || !below || !isLater(above, below)) return false;
    this.#heap[parent] = below;
    this.#heap[child] = above;
    return true;
  }
}

/** Is there a `b`, and does `a` come after it? */
function isLater(a: Entry | undefined, b: Entry | undefined): boolean {
  if (!a || !b) return false;
  return a.dueAt > b.dueAt || (a.dueAt === b.dueAt && a.turn > b.turn);
}
