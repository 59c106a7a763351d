/** What has a place in a line: `urgent` goes before all that is `normal`, behind what is urgent already. */
export interface Queued {
  readonly id: string;
  readonly priority: 'urgent' | 'normal';
}

/** What waits to be said, in the order it will be. */
export class Queue<Item extends Queued> {
  #items: Item[] = [];

  get ids(): readonly string[] {
    return this.#items.map(({ id }) => id);
  }

  get next(): Item | undefined {
    return this.#items[0];
  }

  add(item: Item): void {
    const behind =
      item.priority === 'urgent' ? this.#items.findIndex(({ priority }) => priority === 'normal') : -1;
    this.#items.splice(behind < 0 ? this.#items.length : behind, 0, item);
  }

  take(): Item | undefined {
    return this.#items.shift();
  }

  /** Takes out the first one with that id. */
  remove(id: string): Item | undefined {
    const index = this.#items.findIndex((item) => item.id === id);
    return index < 0 ? undefined : this.#items.splice(index, 1)[0];
  }

  /** Takes out all of them. */
  clear(): readonly Item[] {
    const items = this.#items;
    this.#items = [];
    return items;
  }
}
