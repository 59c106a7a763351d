import { performance } from 'node:perf_hooks';

/** Why there are no more packets: the source ended, or failed. */
export type SourceEnd = { readonly is: 'done' } | { readonly is: 'failed'; readonly error: unknown };

export interface PumpOptions {
  /** How many packets are kept; until there's room, the source isn't asked for more. */
  readonly capacity: number;
  readonly turns: FairTurns;
  /** A packet was added, or the source ended. */
  readonly onChange: () => void;
}

/** Reads packets, or what becomes packets, ahead of the clock, so that the clock never waits. */
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

  /** Set once the source has ended; there may be packets left. */
  get end(): SourceEnd | undefined {
    return this.#end;
  }

  /** Starts reading; idempotent. */
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

  /** The next packet, which stays until it's dropped. */
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

  /** Drops what was read and ends the iteration. */
  close(): void {
    if (this.#closed) return;
    this.#closed = true;
    this.#packets = [];
    this.#first = 0;
    this.#onDrained();
    // Not awaited, because a generator only answers once what it's waiting for has come.
    if (!this.#end) void this.#return().catch(() => undefined);
  }

  async #return(): Promise<void> {
    await this.#iterator?.return?.();
  }

  async #read(iterator: AsyncIterator<Packet>): Promise<void> {
    try {
      while (!this.#closed) {
        await (this.full ? this.#drained() : this.#options.turns.turn());
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

/**
 * Work that all rooms share the event loop for, one packet's work per turn. A second of speech that arrives at once is
 * 50 packets to encode, and the 20 ms clock has to keep ticking.
 */
export interface FairTurns {
  /** Undefined if it may run at once; otherwise resolves when it may. First come, first served. */
  turn(): Promise<void> | undefined;
}

/** How many run at once, and how often: half a millisecond of encoding without extra turns of the event loop. */
const atOnce = 8;
const windowMs = 5;
/** The share of waiting work per turn, so that a crowd isn't starved if the event loop's turns are long. */
const shareATurn = 0.5;

export function createFairTurns({
  nowMs = () => performance.now(),
  soon = setImmediate,
}: {
  readonly nowMs?: () => number;
  /** Runs a callback after everything else that's due. */
  readonly soon?: (callback: () => void) => void;
} = {}): FairTurns {
  const waiting: (() => void)[] = [];
  let windowSinceMs = Number.NEGATIVE_INFINITY;
  let used = 0;

  const next = () => {
    for (const go of waiting.splice(0, Math.max(atOnce, Math.ceil(waiting.length * shareATurn)))) go();
    if (waiting.length > 0) soon(next);
  };

  const isFree = () => {
    const now = nowMs();
    if (now - windowSinceMs >= windowMs) {
      windowSinceMs = now;
      used = 0;
    }
    used += 1;
    return waiting.length === 0 && used <= atOnce;
  };

  return {
    turn() {
      if (isFree()) return undefined;
      if (waiting.length === 0) soon(next);
      return new Promise((resolve) => waiting.push(resolve));
    },
  };
}

/** This process's turns. */
export const sharedTurns: FairTurns = createFairTurns();
