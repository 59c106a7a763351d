/** Bytes from a client that don't follow the presentation language of MLS (RFC 9420, section 2.1). */
export class MalformedMls extends Error {}

export function uint8(value: number): Buffer {
  return Buffer.of(value);
}

export function uint16(value: number): Buffer {
  const bytes = Buffer.alloc(2);
  bytes.writeUInt16BE(value);
  return bytes;
}

export function uint32(value: number): Buffer {
  const bytes = Buffer.alloc(4);
  bytes.writeUInt32BE(value);
  return bytes;
}

export function uint64(value: bigint): Buffer {
  const bytes = Buffer.alloc(8);
  bytes.writeBigUInt64BE(value);
  return bytes;
}

/** `opaque content<V>`: the length in 1, 2 or 4 bytes, its two top bits telling which (RFC 9420, 2.1.2). */
export function vector(...parts: readonly Uint8Array[]): Buffer {
  const content = Buffer.concat(parts);
  const { length } = content;
  if (length < 0x40) return Buffer.concat([uint8(length), content]);
  if (length < 0x4000) return Buffer.concat([uint16(0x4000 | length), content]);
  if (length < 0x4000_0000) return Buffer.concat([uint32(0x8000_0000 + length), content]);
  throw new RangeError('a vector of MLS holds less than 2^30 bytes');
}

/** Reads one structure after the other; every read beyond the end throws `MalformedMls`. */
export class MlsReader {
  readonly #bytes: Buffer;
  #offset = 0;

  constructor(bytes: Buffer) {
    this.#bytes = bytes;
  }

  get offset(): number {
    return this.#offset;
  }

  get atEnd(): boolean {
    return this.#offset === this.#bytes.length;
  }

  uint8(): number {
    return this.#take(1).readUInt8();
  }

  uint16(): number {
    return this.#take(2).readUInt16BE();
  }

  uint32(): number {
    return this.#take(4).readUInt32BE();
  }

  uint64(): bigint {
    return this.#take(8).readBigUInt64BE();
  }

  vector(): Buffer {
    return this.#take(this.#length());
  }

  /** The elements of a vector of structures. */
  list<Element>(read: (reader: MlsReader) => Element): Element[] {
    const inner = new MlsReader(this.vector());
    const elements: Element[] = [];
    while (!inner.atEnd) elements.push(read(inner));
    return elements;
  }

  /** `optional<T>`: one byte, 0 or 1, and the value if there is one. */
  optional<Value>(read: (reader: MlsReader) => Value): Value | undefined {
    const present = this.uint8();
    if (present > 1) throw new MalformedMls('an optional value is there or not');
    return present === 1 ? read(this) : undefined;
  }

  /** What was read after that offset. */
  since(offset: number): Buffer {
    return this.#bytes.subarray(offset, this.#offset);
  }

  expectEnd(): void {
    if (!this.atEnd) throw new MalformedMls('bytes are left over');
  }

  #length(): number {
    const first = this.uint8();
    const width = first >> 6;
    if (width === 0) return first;
    if (width === 1) return this.#atLeast(0x40, ((first & 0x3f) << 8) | this.uint8());
    if (width === 2)
      return this.#atLeast(0x4000, ((first & 0x3f) << 24) | (this.uint8() << 16) | this.uint16());
    throw new MalformedMls('a length of more than four bytes');
  }

  /** The shortest form is the only one allowed. */
  #atLeast(least: number, length: number): number {
    if (length < least) throw new MalformedMls('a length in more bytes than it needs');
    return length;
  }

  #take(length: number): Buffer {
    const end = this.#offset + length;
    if (end > this.#bytes.length) throw new MalformedMls('the bytes end too early');
    const taken = this.#bytes.subarray(this.#offset, end);
    this.#offset = end;
    return taken;
  }
}
