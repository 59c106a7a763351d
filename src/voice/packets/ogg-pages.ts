import { type Lane, sharedLane } from './lane.ts';

/** What is no Ogg, or was damaged on the way. */
export class OggError extends Error {
  override readonly name = 'OggError';
}

/** A page of RFC 3533, section 6, whose checksum was right. */
export interface OggPage {
  /** Tells the streams in a file apart. */
  readonly serial: number;
  readonly sequence: number;
  /** The first part goes on with what the page before left open. */
  readonly continued: boolean;
  readonly first: boolean;
  readonly last: boolean;
  /** For Opus, samples at 48 kHz up to the end of the last packet that ends here; undefined where none does. */
  readonly granule: bigint | undefined;
  readonly parts: readonly Uint8Array[];
  /** The last part goes on in the next page. */
  readonly open: boolean;
}

const headerBytes = 27;
const capturePattern = Buffer.from('OggS');
const flags = { continued: 1, first: 2, last: 4 } as const;

/** Reading so much takes about as long as encoding a packet. */
const bytesATurn = 16 * 1_024;

/**
 * Reads pages from bytes that are cut anywhere, each as soon as it is whole. Holds at most one page (65 KB) and a chunk.
 * Takes a turn of the lane every 16 KB: a megabyte that came at once can be thousands of pages without a packet's end.
 * @throws {OggError} for what is no page, is damaged, or ends in the middle of one
 */
export async function* oggPages(
  chunks: AsyncIterable<Uint8Array>,
  lane: Lane = sharedLane,
): AsyncGenerator<OggPage, void, undefined> {
  let bytes: Buffer = Buffer.alloc(0);
  let sinceTurn = 0;
  for await (const chunk of chunks) {
    bytes = bytes.length > 0 ? Buffer.concat([bytes, chunk]) : asBuffer(chunk);
    for (let size = pageBytes(bytes); size !== undefined && size <= bytes.length; size = pageBytes(bytes)) {
      yield pageOf(bytes.subarray(0, size));
      bytes = bytes.subarray(size);
      sinceTurn += size;
      if (sinceTurn < bytesATurn) continue;
      sinceTurn = 0;
      await lane.turn();
    }
  }
  if (bytes.length > 0) throw new OggError('it ends in the middle of a page');
}

function asBuffer(chunk: Uint8Array): Buffer {
  return Buffer.from(chunk.buffer, chunk.byteOffset, chunk.byteLength);
}

/** How long the page that begins here is; undefined until enough of it is there to say. */
function pageBytes(bytes: Buffer): number | undefined {
  const compared = Math.min(bytes.length, capturePattern.length);
  if (bytes.compare(capturePattern, 0, compared, 0, compared) !== 0)
    throw new OggError('a page does not begin where it should');
  if (bytes.length < headerBytes) return undefined;
  if (bytes[4] !== 0) throw new OggError('its version is not known');
  const lacing = headerBytes + (bytes[26] ?? 0);
  if (bytes.length < lacing) return undefined;
  let size = lacing;
  for (const segment of bytes.subarray(headerBytes, lacing)) size += segment;
  return size;
}

function pageOf(bytes: Buffer): OggPage {
  if (checksumOf(bytes) !== bytes.readUInt32LE(22)) throw new OggError('a page is damaged');
  const flag = bytes[5] ?? 0;
  const granule = bytes.readBigInt64LE(6);
  return {
    serial: bytes.readUInt32LE(14),
    sequence: bytes.readUInt32LE(18),
    continued: (flag & flags.continued) !== 0,
    first: (flag & flags.first) !== 0,
    last: (flag & flags.last) !== 0,
    granule: granule < 0n ? undefined : granule,
    ...partsOf(bytes),
  };
}

/** A segment of 255 bytes goes on in the next one. */
function partsOf(bytes: Buffer): { readonly parts: readonly Uint8Array[]; readonly open: boolean } {
  const lacing = bytes.subarray(headerBytes, headerBytes + (bytes[26] ?? 0));
  const parts: Uint8Array[] = [];
  let from = headerBytes + lacing.length;
  let to = from;
  for (const segment of lacing) {
    to += segment;
    if (segment === 255) continue;
    parts.push(bytes.subarray(from, to));
    from = to;
  }
  const open = lacing.at(-1) === 255;
  if (open) parts.push(bytes.subarray(from, to));
  return { parts, open };
}

const checksumTable = Uint32Array.from({ length: 256 }, (_, index) => {
  let value = index << 24;
  for (let bit = 0; bit < 8; bit += 1) value = (value << 1) ^ (value < 0 ? 0x04c11db7 : 0);
  return value;
});

/** Ogg's own CRC-32: not reflected, begins with 0, its four bytes in the header counted as 0. */
function checksumOf(page: Buffer): number {
  let value = 0;
  for (let index = 0; index < page.length; index += 1) {
    const byte = index >= 22 && index < 26 ? 0 : (page[index] ?? 0);
    value = (value << 8) ^ (checksumTable[((value >>> 24) ^ byte) & 0xff] ?? 0);
  }
  return value >>> 0;
}
