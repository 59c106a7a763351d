/** A packet whose turn it is, and how many before it are missing for good. */
export interface InTurn<Item> {
  readonly item: Item;
  readonly missing: number;
}

const sequences = 0x1_0000;
/** How many packets may overtake one that's still expected (spec 5, 1.6). */
const windowPackets = 4;
/** What is further away belongs to a stream that started over. */
const farPackets = 3_000;

/** Puts the packets of one RTP stream into their order. Pure: it knows no time. */
export class ReorderWindow<Item> {
  #expected: number | undefined;
  readonly #held = new Map<number, Item>();

  get holding(): boolean {
    return this.#held.size > 0;
  }

  /** Whether this one is of no use: it came already, or too late. */
  isStale(sequence: number): boolean {
    const ahead = this.#aheadOf(sequence);
    return (ahead < 0 && ahead > -farPackets) || this.#held.has(sequence);
  }

  /** What can be played now that this one came, in order. Stale ones change nothing. */
  add(sequence: number, item: Item): InTurn<Item>[] {
    if (this.isStale(sequence)) return [];
    const inTurn = Math.abs(this.#aheadOf(sequence)) >= farPackets ? this.flush() : [];
    if (inTurn.length > 0 || this.#held.size === 0) this.#restartWhenFar(sequence);
    this.#held.set(sequence, item);
    inTurn.push(...this.#takeInOrder());
    while (this.#held.size >= windowPackets) inTurn.push(...this.#takeBehindGap());
    return inTurn;
  }

  /** All that is held: what is missing in between will not come any more. */
  flush(): InTurn<Item>[] {
    const inTurn: InTurn<Item>[] = [];
    while (this.#held.size > 0) inTurn.push(...this.#takeBehindGap());
    return inTurn;
  }

  #aheadOf(sequence: number): number {
    const distance = (sequence - (this.#expected ?? sequence) + sequences) % sequences;
    return distance < sequences / 2 ? distance : distance - sequences;
  }

  #restartWhenFar(sequence: number): void {
    if (this.#expected === undefined || Math.abs(this.#aheadOf(sequence)) >= farPackets)
      this.#expected = sequence;
  }

  #takeInOrder(missing = 0): InTurn<Item>[] {
    const inTurn: InTurn<Item>[] = [];
    for (let expected = this.#expected; expected !== undefined; ) {
      const item = this.#held.get(expected);
      if (item === undefined) break;
      this.#held.delete(expected);
      inTurn.push({ item, missing: inTurn.length === 0 ? missing : 0 });
      expected = (expected + 1) % sequences;
      this.#expected = expected;
    }
    return inTurn;
  }

  #takeBehindGap(): InTurn<Item>[] {
    const nearest = Math.min(...[...this.#held.keys()].map((sequence) => this.#aheadOf(sequence)));
    this.#expected = ((this.#expected ?? 0) + nearest) % sequences;
    return this.#takeInOrder(nearest);
  }
}
