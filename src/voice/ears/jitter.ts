/** The next packet, and how many before it are lost. */
export interface InTurn<Item> {
  readonly item: Item;
  readonly missing: number;
}

const sequences = 0x1_0000;
/** How many packets may overtake a missing one (spec 5, 1.6). */
const windowPackets = 4;
/** If it's further away, the stream started over. */
const farPackets = 3_000;

/** The jitter buffer of one RTP stream: puts its packets in order. Pure: it has no clock. */
export class ReorderWindow<Item> {
  #expected: number | undefined;
  readonly #held = new Map<number, Item>();

  get holding(): boolean {
    return this.#held.size > 0;
  }

  /** Whether it's useless: it came already, or too late. */
  isStale(sequence: number): boolean {
    const ahead = this.#aheadOf(sequence);
    return (ahead < 0 && ahead > -farPackets) || this.#held.has(sequence);
  }

  /** The packets that can be played now, in order. Stale ones change nothing. */
  add(sequence: number, item: Item): InTurn<Item>[] {
    if (this.isStale(sequence)) return [];
    const inTurn = Math.abs(this.#aheadOf(sequence)) >= farPackets ? this.flush() : [];
    if (inTurn.length > 0 || this.#held.size === 0) this.#restartWhenFar(sequence);
    this.#held.set(sequence, item);
    inTurn.push(...this.#takeInOrder());
    while (this.#held.size >= windowPackets) inTurn.push(...this.#takeBehindGap());
    return inTurn;
  }

  /** Everything that's held; what's missing in between won't come any more. */
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
