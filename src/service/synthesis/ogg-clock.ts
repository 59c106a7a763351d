const pageHeaderBytes = 27;
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
    const all = Buffer.concat([this.#rest, bytes]);
    let at = 0;
    for (;;) {
      const start = all.indexOf('OggS', at, 'latin1');
      if (start < 0) {
        this.#rest = all.subarray(Math.max(at, all.byteLength - 3));
        return;
      }
      at = start;
      const length = pageLength(all, at);
      if (length === undefined || all.byteLength < at + length) break;
      this.#page(all, at, length);
      at += length;
    }
    this.#rest = all.subarray(at);
  }

  #page(bytes: Buffer, at: number, length: number): void {
    const begins = (bytes.readUInt8(at + 5) & 2) !== 0;
    if (begins) {
      this.#finishedTicks += this.#ticks();
      this.#endTicks = 0;
      const body = at + pageHeaderBytes + bytes.readUInt8(at + 26);
      const isHead = at + length - body >= 12 && bytes.toString('latin1', body, body + 8) === 'OpusHead';
      this.#preSkipTicks = isHead ? bytes.readUInt16LE(body + 10) : 0;
      return;
    }
    const position = bytes.readBigUInt64LE(at + 6);
    if (position !== unknownPosition) this.#endTicks = Number(position);
  }

  #ticks(): number {
    return Math.max(0, this.#endTicks - this.#preSkipTicks);
  }
}

/** Of the page that begins there; undefined until enough of it came. */
function pageLength(bytes: Buffer, at: number): number | undefined {
  const lacing = at + pageHeaderBytes;
  if (bytes.byteLength < lacing) return undefined;
  const segments = bytes.readUInt8(at + 26);
  if (bytes.byteLength < lacing + segments) return undefined;
  let length = pageHeaderBytes + segments;
  for (let index = 0; index < segments; index += 1) length += bytes[lacing + index] ?? 0;
  return length;
}
