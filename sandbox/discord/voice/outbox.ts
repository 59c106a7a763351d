const largestNumber = 0xffff;
const keptMessages = 1000;

/**
 * The numbered messages of one session, text and binary in one count, kept until the client says that it has them.
 * Numbers go from 1 to 65535 and around; 0 is none, since clients take it for "not numbered".
 */
export class Outbox {
  #count = 0;
  #kept: { readonly index: number; readonly message: string | Buffer }[] = [];
  /** Messages up to this one are gone, because they were acknowledged or there were too many. */
  #forgotten = 0;

  text(op: number, d: unknown): string {
    const seq = this.#next();
    return this.#keep(JSON.stringify({ op, d, seq }));
  }

  binary(op: number, payload: Buffer): Buffer {
    const head = Buffer.alloc(3);
    head.writeUInt16BE(this.#next(), 0);
    head.writeUInt8(op, 2);
    return this.#keep(Buffer.concat([head, payload]));
  }

  /** Forgets what the client has. False for a number that wasn't sent, or that it was already past. */
  acknowledge(seq: number | undefined): boolean {
    const index = this.#indexOf(seq);
    if (index === undefined) return false;
    this.#forgotten = index;
    this.#kept = this.#kept.filter((kept) => kept.index > index);
    return true;
  }

  /** What the client hasn't seen; undefined if some of it isn't kept any more. */
  after(seq: number | undefined): readonly (string | Buffer)[] | undefined {
    const index = this.#indexOf(seq);
    if (index === undefined) return undefined;
    return this.#kept.filter((kept) => kept.index > index).map((kept) => kept.message);
  }

  #next(): number {
    this.#count += 1;
    return numberOf(this.#count);
  }

  #keep<Message extends string | Buffer>(message: Message): Message {
    this.#kept.push({ index: this.#count, message });
    if (this.#kept.length > keptMessages) this.#forgotten = this.#kept.shift()?.index ?? this.#forgotten;
    return message;
  }

  /** The latest message that had this number; none before the first when the client has seen none. */
  #indexOf(seq: number | undefined): number | undefined {
    const back = (numberOf(this.#count) - (seq ?? 0) + largestNumber) % largestNumber;
    const index = seq === undefined || seq < 1 ? 0 : this.#count - back;
    return index < this.#forgotten ? undefined : index;
  }
}

function numberOf(count: number): number {
  return ((count - 1) % largestNumber) + 1;
}
