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
  readonly #shift: number;
  #count = 1;

  /** @param most how many states there can be beside the first one */
  constructor(most: number) {
    const bits = Math.ceil(Math.log2(2 * most + 2));
    const places = 2 ** bits;
    this.#from = new Int32Array(places);
    this.#point = new Int32Array(places);
    this.#to = new Int32Array(places);
    this.#shift = 32 - bits;
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
    const last = this.#to.length - 1;
    let place = (Math.imul(from, 0x9e37_79b1) ^ Math.imul(point, 0x85eb_ca6b)) >>> this.#shift;
    while (this.#to[place] !== root && (this.#from[place] !== from || this.#point[place] !== point))
      place = place === last ? 0 : place + 1;
    return place;
  }
}
