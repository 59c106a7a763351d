/** A map that forgets the oldest entries when there are more than `capacity`. */
export class BoundedMap<Key, Value> extends Map<Key, Value> {
  readonly #capacity: number;

  constructor(capacity: number) {
    super();
    this.#capacity = capacity;
  }

  /** Setting a key again makes it new. */
  override set(key: Key, value: Value): this {
    this.delete(key);
    super.set(key, value);
    for (const oldest of this.keys()) {
      if (this.size <= this.#capacity) break;
      this.delete(oldest);
    }
    return this;
  }
}

/** Remembers the last `capacity` ids, to tell repeated deliveries from new ones. */
export class RecentIds {
  readonly #ids: BoundedMap<string, true>;

  constructor(capacity: number) {
    this.#ids = new BoundedMap(capacity);
  }

  /** False if the id is already known. */
  add(id: string): boolean {
    if (this.#ids.has(id)) return false;
    this.#ids.set(id, true);
    return true;
  }

  has(id: string): boolean {
    return this.#ids.has(id);
  }

  /** True if the id was known. */
  remove(id: string): boolean {
    return this.#ids.delete(id);
  }
}
