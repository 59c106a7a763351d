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
