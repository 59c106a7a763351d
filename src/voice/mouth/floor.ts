import type { RoomFeature } from '../room/feature.ts';

/** Something waiting to be said. */
export interface Waiting {
  readonly id: string;
  readonly by: RoomFeature;
  readonly priority: 'urgent' | 'normal';
}

/**
 * Who may speak next among the features that share a mouth: the more important feature, then `urgent` things, then
 * first come, first served. A feature can hold the floor between two things it says, so that only more important ones
 * may begin. Nothing here ends what's being said.
 */
export class Floor<Item extends Waiting> {
  #items: Item[] = [];
  readonly #holds = new Set<{ readonly by: RoomFeature }>();

  /** Everything that's waiting, in order. */
  get line(): readonly Item[] {
    return this.#items;
  }

  /** The first one that may begin now. */
  get next(): Item | undefined {
    return this.#items.find((item) => this.#mayBegin(item));
  }

  add(item: Item): void {
    this.#insert(item, (other) => isBefore(item, other));
  }

  /** An interrupted one continues before anything else of its feature begins. */
  putBack(item: Item): void {
    this.#insert(item, (other) => other.by.rank <= item.by.rank);
  }

  take(): Item | undefined {
    const { next } = this;
    this.#items = this.#items.filter((item) => item !== next);
    return next;
  }

  /** Removes the feature's first one with that id. */
  remove(by: RoomFeature, id: string): Item | undefined {
    const removed = this.#items.find((item) => item.by === by && item.id === id);
    this.#items = this.#items.filter((item) => item !== removed);
    return removed;
  }

  /** Removes everything of that feature, or of everybody. */
  clear(by?: RoomFeature): readonly Item[] {
    const isTheirs = (item: Item) => by === undefined || item.by === by;
    const theirs = this.#items.filter(isTheirs);
    this.#items = this.#items.filter((item) => !isTheirs(item));
    return theirs;
  }

  /** Returns an idempotent function that lets go. */
  hold(by: RoomFeature): () => void {
    const hold = { by };
    this.#holds.add(hold);
    return () => void this.#holds.delete(hold);
  }

  /** The feature left, so it holds nothing any more. */
  letGo(by: RoomFeature): void {
    for (const hold of this.#holds) if (hold.by === by) this.#holds.delete(hold);
  }

  #mayBegin({ by }: Item): boolean {
    return [...this.#holds].every((hold) => hold.by === by || hold.by.rank < by.rank);
  }

  #insert(item: Item, goesBefore: (other: Item) => boolean): void {
    const at = this.#items.findIndex(goesBefore);
    this.#items = this.#items.toSpliced(at < 0 ? this.#items.length : at, 0, item);
  }
}

function isBefore(item: Waiting, other: Waiting): boolean {
  if (item.by.rank !== other.by.rank) return item.by.rank > other.by.rank;
  return item.by === other.by && item.priority === 'urgent' && other.priority === 'normal';
}
