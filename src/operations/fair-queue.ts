interface Queued {
  readonly id: string;
  readonly userId: string;
}

/** One person's share: what's waiting, the round of the first of it, and the round they were last served in. */
interface Share<Item> {
  readonly items: readonly Item[];
  readonly round: number;
  readonly servedAs: number;
}

/**
 * Work in rounds, one piece per person in each round, so nobody waits for everything that another person brought. What was
 * taken out counts: the person being served has had their turn.
 */
export class FairQueue<Item extends Queued> {
  /** In the order they came. */
  #items: readonly Item[] = [];
  /** The round of the last item that was taken. */
  #round = 0;
  #taken = 0;
  /** By person, as long as it matters: the round they were last served in, and after how many others. */
  readonly #served = new Map<string, { readonly round: number; readonly servedAs: number }>();

  get size(): number {
    return this.#items.length;
  }

  countOf(userId: string): number {
    return this.#items.filter((item) => item.userId === userId).length;
  }

  enqueue(item: Item): void {
    this.#items = [...this.#items, item];
  }

  /** Takes the next one. */
  take(): Item | undefined {
    const [next] = this.#shares().toSorted(byTurn);
    const item = next?.items[0];
    if (!next || !item) return undefined;
    this.#items = this.#items.filter((each) => each !== item);
    this.#round = next.round;
    this.#taken += 1;
    this.#served.set(item.userId, { round: next.round, servedAs: this.#taken });
    for (const [userId, { round }] of this.#served)
      if (round < this.#round && this.countOf(userId) === 0) this.#served.delete(userId);
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

  /** All of it, in the order it will be taken if nothing is added. */
  inOrder(): readonly Item[] {
    const inOrder: Item[] = [];
    let shares = this.#shares();
    while (shares.length > 0) {
      const [next, ...others] = shares.toSorted(byTurn);
      const [item, ...items] = next?.items ?? [];
      if (!next || !item) break;
      inOrder.push(item);
      const rest = { items, round: next.round + 1, servedAs: this.#taken + inOrder.length };
      shares = items.length > 0 ? [...others, rest] : others;
    }
    return inOrder;
  }

  /** In the order their first items came. */
  #shares(): readonly Share<Item>[] {
    return [...Map.groupBy(this.#items, ({ userId }) => userId)].map(([userId, items]) => {
      const served = this.#served.get(userId);
      const round = served ? Math.max(this.#round, served.round + 1) : this.#round;
      return { items, round, servedAs: served?.servedAs ?? 0 };
    });
  }
}

function byTurn(one: Share<unknown>, other: Share<unknown>): number {
  return one.round - other.round || one.servedAs - other.servedAs;
}
