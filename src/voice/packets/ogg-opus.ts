import type { OpusPacket } from './audio.ts';
import { type Lane, sharedLane } from './lane.ts';
import { OggError, type OggPage, oggPages } from './ogg-pages.ts';
import { ticksOf } from './opus-packet.ts';

/** A packet of an Ogg Opus file, and how much of it is not to be heard (samples at 48 kHz). */
export interface OggOpusPacket {
  readonly packet: OpusPacket;
  readonly ticks: number;
  /** At its beginning: the encoder's lead-in (pre-skip). */
  readonly skipTicks: number;
  /** At its end: what the encoder filled the last packet with. */
  readonly trimTicks: number;
  /** The first of its stream: what came before belongs to another one. */
  readonly first: boolean;
}

/** RFC 7845, section 6. Comments may hold a picture, of which nothing is kept. */
const largestBytes = { tags: 8 * 1_024 * 1_024, audio: 61_440 } as const;

/** The Opus stream that is being read. `tags`: its comments are not over yet. */
interface Stream {
  readonly serial: number;
  stage: 'tags' | 'audio';
  /** What the pages before left open; of comments, their beginning. */
  open: Uint8Array[];
  openBytes: number;
  nextPage: number;
  skipTicks: number;
  /** Samples so far. */
  ticks: number;
  /** Where its positions begin: what was recorded from the middle of a broadcast does not begin with 0. */
  origin: number;
  started: boolean;
}

/**
 * The packets of an Ogg Opus file (RFC 7845), chained ones too; other streams in it are passed over.
 * @throws {OggError} for damage, a page that is missing, no Opus in it, or more than two channels
 * @throws {OpusPacketError} for a packet that is none
 */
export async function* oggOpusPackets(
  chunks: AsyncIterable<Uint8Array>,
  lane: Lane = sharedLane,
): AsyncGenerator<OggOpusPacket, void, undefined> {
  let stream: Stream | undefined;
  let heard = false;
  for await (const page of oggPages(chunks, lane)) {
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
  // Only where a stream ends its position says less than its packets hold.
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
