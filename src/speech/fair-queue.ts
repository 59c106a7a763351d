interface Queued {
  readonly id: string;
  readonly userId: string;
}

/**
 * What waits to be said, in rounds: one of each person's in a round, so that nobody waits for all that another person
 * brought. What was taken out counts, so who is being heard at the moment has had their turn.
 */
export class FairQueue<Item extends Queued> {
  /** In the order in which they came. */
  #items: readonly Item[] = [];
  /** The round of what was taken last. */
  #round = 0;
  /** In which round each person had something taken last, as long as it matters. */
  readonly #served = new Map<string, number>();

  get size(): number {
    return this.#items.length;
  }

  countOf(userId: string): number {
    return this.#items.filter((item) => item.userId === userId).length;
  }

  add(item: Item): void {
    this.#items = [...this.#items, item];
  }

  /** Takes out what is next. */
  take(): Item | undefined {
    const [next] = this.#inRounds();
    if (!next) return undefined;
    const { item, round } = next;
    this.#items = this.#items.filter((each) => each !== item);
    this.#round = round;
    this.#served.set(item.userId, round);
    for (const [userId, served] of this.#served) if (served < round) this.#served.delete(userId);
    return item;
  }

  remove(id: string): Item | undefined {
    const removed = this.#items.find((item) => item.id === id);
    if (removed) this.#items = this.#items.filter((item) => item !== removed);
    return removed;
  }

  clear(): readonly Item[] {
    const items = this.inOrder();
    this.#items = [];
    return items;
  }

  /** Everything, in the order in which it will be taken if nothing is added. */
  inOrder(): readonly Item[] {
    return this.#inRounds().map(({ item }) => item);
  }

  #inRounds(): readonly { readonly item: Item; readonly round: number }[] {
    const next = new Map<string, number>();
    return this.#items
      .map((item) => {
        const round = next.get(item.userId) ?? this.#firstRoundOf(item.userId);
        next.set(item.userId, round + 1);
        return { item, round };
      })
      .toSorted((one, other) => one.round - other.round);
  }

  #firstRoundOf(userId: string): number {
    const served = this.#served.get(userId);
    return served === undefined ? this.#round : Math.max(this.#round, served + 1);
  }
}
