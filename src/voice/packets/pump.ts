import type { Lane } from './lane.ts';

/** Why there are no more packets: the source ended, or failed. */
export type SourceEnd = { readonly is: 'done' } | { readonly is: 'failed'; readonly error: unknown };

export interface PumpOptions {
  /** Packets that are kept at most; the source is not asked for more meanwhile. */
  readonly capacity: number;
  readonly lane: Lane;
  /** A packet was added, or the source ended. */
  readonly onChange: () => void;
}

/** Reads packets, or what becomes some, ahead of the clock, so that the clock itself waits for nothing. */
export class PacketPump<Packet> {
  readonly #options: PumpOptions;
  readonly #source: AsyncIterable<Packet>;
  #iterator: AsyncIterator<Packet> | undefined;
  #packets: Packet[] = [];
  #first = 0;
  #end: SourceEnd | undefined;
  #closed = false;
  #onDrained = () => {};

  constructor(source: AsyncIterable<Packet>, options: PumpOptions) {
    this.#source = source;
    this.#options = options;
  }

  get length(): number {
    return this.#packets.length - this.#first;
  }

  get full(): boolean {
    return this.length >= this.#options.capacity;
  }

  /** Known once the source said so; there may be packets left. */
  get end(): SourceEnd | undefined {
    return this.#end;
  }

  /** Begins to read; idempotent. */
  start(): void {
    if (this.#iterator || this.#closed || this.#end) return;
    try {
      this.#iterator = this.#source[Symbol.asyncIterator]();
    } catch (error) {
      this.#finish({ is: 'failed', error });
      return;
    }
    void this.#read(this.#iterator);
  }

  /** The next packet, which stays until it is dropped. */
  peek(): Packet | undefined {
    return this.#packets[this.#first];
  }

  drop(): void {
    if (this.length === 0) return;
    this.#first += 1;
    if (this.#first * 2 > this.#packets.length) {
      this.#packets = this.#packets.slice(this.#first);
      this.#first = 0;
    }
    if (!this.full) this.#onDrained();
  }

  /** Forgets what was read and ends the iteration. */
  close(): void {
    if (this.#closed) return;
    this.#closed = true;
    this.#packets = [];
    this.#first = 0;
    this.#onDrained();
    // Nobody waits for it: a generator answers only once what it waits for itself has come.
    if (!this.#end) void this.#return().catch(() => undefined);
  }

  async #return(): Promise<void> {
    await this.#iterator?.return?.();
  }

  async #read(iterator: AsyncIterator<Packet>): Promise<void> {
    try {
      while (!this.#closed) {
        await (this.full ? this.#drained() : this.#options.lane.turn());
        if (this.#closed) return;
        const { done, value } = await iterator.next();
        if (this.#closed) return;
        if (done) return this.#finish({ is: 'done' });
        this.#packets.push(value);
        this.#options.onChange();
      }
    } catch (error) {
      this.#finish({ is: 'failed', error });
    }
  }

  #finish(end: SourceEnd): void {
    if (this.#closed) return;
    this.#end = end;
    this.#options.onChange();
  }

  #drained(): Promise<void> {
    return new Promise((resolve) => {
      this.#onDrained = resolve;
    });
  }
}
