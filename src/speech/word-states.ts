/** The first state, in which nothing was read. */
export const root = 0;

/**
 * Which state of an automaton follows another one after a character. One table of plain numbers (open addressing), because
 * 500 words make 30,000 of them, and a map of that size takes tens of milliseconds to fill.
 */
export class WordStates {
  readonly #from: Int32Array;
  readonly #point: Int32Array;
  readonly #to: Int32Array;
  readonly #mask: number;
  #count = 1;

  /** @param most how many states there can be beside the first one */
  constructor(most: number) {
    const places = 2 ** Math.ceil(Math.log2(2 * most + 2));
    this.#from = new Int32Array(places);
    this.#point = new Int32Array(places);
    this.#to = new Int32Array(places);
    this.#mask = places - 1;
  }

  /** Undefined when none does. */
  next(from: number, point: number): number | undefined {
    return this.#to[this.#placeOf(from, point)] || undefined;
  }

  /** A new state behind that one, the number of states so far. There must not be one yet. */
  add(from: number, point: number): number {
    const place = this.#placeOf(from, point);
    const to = this.#count;
    this.#count += 1;
    this.#from[place] = from;
    this.#point[place] = point;
    this.#to[place] = to;
    return to;
  }

  /** Where it stands, or would. Nothing leads back to the first state, so a place without a state is free. */
  #placeOf(from: number, point: number): number {
    let place = (Math.imul(Math.imul(from, 0x9e37) + point, 0x9e3779b1) >>> 7) & this.#mask;
    while (this.#to[place] !== root && (this.#from[place] !== from || this.#point[place] !== point))
      place = (place + 1) & this.#mask;
    return place;
  }
}
