/** Remembers the last `capacity` ids, for telling a repeated delivery from a new one. */
export class RecentIds {
  readonly #ids = new Set<string>();
  readonly #capacity: number;

  constructor(capacity: number) {
    this.#capacity = capacity;
  }

  /** False when the id is already known. */
  add(id: string): boolean {
    if (this.#ids.has(id)) return false;
    this.#ids.add(id);
    for (const oldest of this.#ids) {
      if (this.#ids.size <= this.#capacity) break;
      this.#ids.delete(oldest);
    }
    return true;
  }

  /** True when the id was known. */
  remove(id: string): boolean {
    return this.#ids.delete(id);
  }
}
