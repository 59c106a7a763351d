const headerBytes = 27;
const ticksPerMs = 48;
const unknownPosition = 0xffff_ffff_ffff_ffffn;

/** Reads the time of an Ogg Opus stream, or of several in a row, from its page headers (RFC 3533, RFC 7845). */
export class OggClock {
  #rest: Buffer = Buffer.alloc(0);
  #finishedTicks = 0;
  #preSkipTicks = 0;
  #endTicks = 0;

  /** Milliseconds up to the end of the last whole page. */
  get durationMs(): number {
    return (this.#finishedTicks + this.#ticks()) / ticksPerMs;
  }

  take(bytes: Uint8Array): void {
    let rest = Buffer.concat([this.#rest, bytes]);
    for (;;) {
      const start = rest.indexOf('OggS', 0, 'latin1');
      if (start < 0) {
        this.#rest = rest.subarray(Math.max(0, rest.byteLength - 3));
        return;
      }
      rest = rest.subarray(start);
      const length = pageLength(rest);
      if (length === undefined || rest.byteLength < length) break;
      this.#page(rest.subarray(0, length));
      rest = rest.subarray(length);
    }
    this.#rest = rest;
  }

  #page(page: Buffer): void {
    const body = page.subarray(headerBytes + page.readUInt8(26));
    const begins = (page.readUInt8(5) & 2) !== 0;
    if (begins) {
      this.#finishedTicks += this.#ticks();
      this.#endTicks = 0;
      const isHead = body.byteLength >= 12 && body.toString('latin1', 0, 8) === 'OpusHead';
      this.#preSkipTicks = isHead ? body.readUInt16LE(10) : 0;
      return;
    }
    const position = page.readBigUInt64LE(6);
    if (position !== unknownPosition) this.#endTicks = Number(position);
  }

  #ticks(): number {
    return Math.max(0, this.#endTicks - this.#preSkipTicks);
  }
}

function pageLength(bytes: Buffer): number | undefined {
  if (bytes.byteLength < headerBytes) return undefined;
  const segments = bytes.readUInt8(26);
  if (bytes.byteLength < headerBytes + segments) return undefined;
  let length = headerBytes + segments;
  for (let index = 0; index < segments; index += 1) length += bytes.readUInt8(headerBytes + index);
  return length;
}
