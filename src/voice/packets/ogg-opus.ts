import type { OpusPacket } from './audio.ts';
import { ticksOf } from './opus-packet.ts';
import { type FairTurns, sharedTurns } from './pump.ts';

/** A packet of an Ogg Opus file, and how much of it to leave out (samples at 48 kHz). */
export interface OggOpusPacket {
  readonly packet: OpusPacket;
  readonly ticks: number;
  /** At the start: the encoder's lead-in (pre-skip). */
  readonly skipTicks: number;
  /** At the end: the encoder's filling of the last packet. */
  readonly trimTicks: number;
  /** The first one of its stream; earlier packets belong to another. */
  readonly first: boolean;
}

/** RFC 7845, section 6. Comments may contain a picture, which isn't kept. */
const largestBytes = { tags: 8 * 1_024 * 1_024, audio: 61_440 } as const;

/** The Opus stream being read. `tags`: its comments aren't complete yet. */
interface Stream {
  readonly serial: number;
  stage: 'tags' | 'audio';
  /** What earlier pages left open; only the beginning of comments. */
  open: Uint8Array[];
  openBytes: number;
  nextPage: number;
  skipTicks: number;
  /** Samples so far. */
  ticks: number;
  /** Where its positions begin: not at 0 if it was recorded from the middle of a broadcast. */
  origin: number;
  started: boolean;
}

/**
 * The packets of an Ogg Opus file (RFC 7845), including chained ones; skips its other streams.
 * @throws {OggError} for damage, a missing page, no Opus, or more than two channels
 * @throws {OpusPacketError} for an invalid packet
 */
export async function* oggOpusPackets(
  chunks: AsyncIterable<Uint8Array>,
  turns: FairTurns = sharedTurns,
): AsyncGenerator<OggOpusPacket, void, undefined> {
  let stream: Stream | undefined;
  let heard = false;
  for await (const page of oggPages(chunks, turns)) {
    if (page.first && startsWith(page.parts[0], 'OpusHead')) {
      stream = streamOf(page);
      heard = true;
    } else if (stream && page.serial === stream.serial) {
      yield* packetsOfPage(stream, page);
      if (page.last) stream = undefined;
    }
  }
  if (!heard) throw new OggError('there is no Opus in it');
  if (stream && stream.openBytes > 0) throw new OggError('its last packet is not whole');
}

function streamOf({ serial, sequence, parts: [head = new Uint8Array()] }: OggPage): Stream {
  const view = Buffer.from(head.buffer, head.byteOffset, head.byteLength);
  if (view.length < 19 || (view.readUInt8(8) & 0xf0) !== 0)
    throw new OggError('its Opus header is not known');
  if (view.readUInt8(18) !== 0) throw new OggError('it has more than two channels');
  return {
    serial,
    stage: 'tags',
    open: [],
    openBytes: 0,
    nextPage: sequence + 1,
    skipTicks: view.readUInt16LE(10),
    ticks: 0,
    origin: 0,
    started: false,
  };
}

function* packetsOfPage(stream: Stream, page: OggPage): Generator<OggOpusPacket, void, undefined> {
  if (page.sequence !== stream.nextPage >>> 0) throw new OggError('a page of it is missing');
  stream.nextPage = page.sequence + 1;
  const packets = wholePackets(stream, page);
  if (stream.stage === 'tags' && packets.length > 0) {
    const tags = packets.shift();
    if (!startsWith(tags, 'OpusTags')) throw new OggError('its comments are missing');
    stream.stage = 'audio';
  }
  // Only at a stream's end is its position lower than what its packets contain.
  const position = page.granule === undefined ? undefined : Number(page.granule) - stream.origin;
  const end = page.last && position !== undefined ? position : Number.POSITIVE_INFINITY;
  for (const packet of packets) {
    const ticks = ticksOf(packet);
    const skipTicks = Math.min(ticks, stream.skipTicks);
    stream.skipTicks -= skipTicks;
    stream.ticks += ticks;
    const trimTicks = Math.max(0, Math.min(ticks - skipTicks, stream.ticks - end));
    yield { packet, ticks, skipTicks, trimTicks, first: !stream.started };
    stream.started = true;
  }
  if (position !== undefined && !page.last) stream.origin += position - stream.ticks;
}

function wholePackets(stream: Stream, { parts, continued, open }: OggPage): Uint8Array[] {
  if (continued !== stream.openBytes > 0) throw new OggError('a packet is not whole');
  const packets: Uint8Array[] = [];
  for (const [index, part] of parts.entries()) {
    if (stream.stage === 'audio' || packets.length > 0 || stream.open.length === 0) stream.open.push(part);
    stream.openBytes += part.length;
    if (stream.openBytes > largestBytes[stream.stage]) throw new OggError('a packet is too long');
    if (open && index === parts.length - 1) break;
    packets.push(stream.open.length > 1 ? Buffer.concat(stream.open) : (stream.open[0] ?? part));
    stream.open = [];
    stream.openBytes = 0;
  }
  return packets;
}

function startsWith(bytes: Uint8Array | undefined, text: string): boolean {
  return bytes !== undefined && Buffer.from(bytes.subarray(0, text.length)).toString('latin1') === text;
}

/** It isn't Ogg, or was damaged on the way. */
export class OggError extends Error {
  override readonly name = 'OggError';
}

/** A page (RFC 3533, section 6) with a correct checksum. */
interface OggPage {
  /** Tells a file's streams apart. */
  readonly serial: number;
  readonly sequence: number;
  /** The first part continues what the last page left open. */
  readonly continued: boolean;
  readonly first: boolean;
  readonly last: boolean;
  /** For Opus: samples at 48 kHz up to the end of the last packet that ends here; undefined if none does. */
  readonly granule: bigint | undefined;
  readonly parts: readonly Uint8Array[];
  /** The last part continues on the next page. */
  readonly open: boolean;
}

const headerBytes = 27;
const capturePattern = Buffer.from('OggS');
const flags = { continued: 1, first: 2, last: 4 } as const;

/** Reading this much takes about as long as encoding a packet. */
const bytesATurn = 16 * 1_024;

/**
 * Reads pages from pieces of any size, each as soon as it's complete. Holds at most one page (65 KB) and a piece. Takes
 * a turn of the turns every 16 KB, because a megabyte that arrives at once can be thousands of pages without the end of
 * a packet.
 * @throws {OggError} if it isn't a page, is damaged, or ends in the middle of one
 */
export async function* oggPages(
  chunks: AsyncIterable<Uint8Array>,
  turns: FairTurns = sharedTurns,
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
      await turns.turn();
    }
  }
  if (bytes.length > 0) throw new OggError('it ends in the middle of a page');
}

function asBuffer(chunk: Uint8Array): Buffer {
  return Buffer.from(chunk.buffer, chunk.byteOffset, chunk.byteLength);
}

/** The length of the page that begins here; undefined until enough of it has arrived. */
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

/** A segment of 255 bytes continues in the next one. */
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

/** Ogg's own CRC-32: not reflected, starts with 0, and counts its own four bytes as 0. */
function checksumOf(page: Buffer): number {
  let value = 0;
  for (let index = 0; index < page.length; index += 1) {
    const byte = index >= 22 && index < 26 ? 0 : (page[index] ?? 0);
    value = (value << 8) ^ (checksumTable[((value >>> 24) ^ byte) & 0xff] ?? 0);
  }
  return value >>> 0;
}
