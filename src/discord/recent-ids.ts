/** Remembers the last `capacity` ids, to tell repeated deliveries from new ones. */
export class RecentIds {
  readonly #ids = new Set<string>();
  readonly #capacity: number;

  constructor(capacity: number) {
    this.#capacity = capacity;
  }

  /** False if the id is already known. */
  add(id: string): boolean {
    if (this.#ids.has(id)) return false;
    this.#ids.add(id);
    for (const oldest of this.#ids) {
      if (this.#ids.size <= this.#capacity) break;
      this.#ids.delete(oldest);
    }
    return true;
  }

  /** True if the id was known. */
  remove(id: string): boolean {
    return this.#ids.delete(id);
  }
}
