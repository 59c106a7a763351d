interface Queued {
  readonly id: string;
  readonly userId: string;
}

/** What waits to be said, person by person in turn, so that nobody waits for all that somebody else brought. */
export class FairQueue<Item extends Queued> {
  /** In the order in which people are served next. */
  readonly #byPerson = new Map<string, Item[]>();

  get size(): number {
    return [...this.#byPerson.values()].reduce((sum, items) => sum + items.length, 0);
  }

  countOf(userId: string): number {
    return this.#byPerson.get(userId)?.length ?? 0;
  }

  add(item: Item): void {
    const items = this.#byPerson.get(item.userId);
    if (items) items.push(item);
    else this.#byPerson.set(item.userId, [item]);
  }

  /** Takes out what is next; its person then goes behind all others. */
  take(): Item | undefined {
    for (const [userId, items] of this.#byPerson) {
      const item = items.shift();
      this.#byPerson.delete(userId);
      if (items.length > 0) this.#byPerson.set(userId, items);
      return item;
    }
    return undefined;
  }

  remove(id: string): Item | undefined {
    for (const [userId, items] of this.#byPerson) {
      const index = items.findIndex((item) => item.id === id);
      if (index < 0) continue;
      const [item] = items.splice(index, 1);
      if (items.length === 0) this.#byPerson.delete(userId);
      return item;
    }
    return undefined;
  }

  clear(): readonly Item[] {
    const items = this.inOrder();
    this.#byPerson.clear();
    return items;
  }

  /** Everything, in the order in which it will be taken if nothing is added. */
  inOrder(): readonly Item[] {
    const people = [...this.#byPerson.values()];
    const rounds = Math.max(0, ...people.map(({ length }) => length));
    return Array.from({ length: rounds }, (_, round) => people.flatMap((items) => items[round] ?? [])).flat();
  }
}
