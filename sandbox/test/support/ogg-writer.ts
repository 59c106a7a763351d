export interface OggOptions {
  readonly serial?: number;
  readonly preSkip?: number;
  readonly channels?: number;
  readonly mappingFamily?: number;
  /** Samples at 48 kHz each packet holds. */
  readonly packetTicks?: number;
  readonly packetsPerPage?: number;
  /** Position at the end, when the last packet is filling in part. */
  readonly endTicks?: number;
  /** Position before the first packet. */
  readonly originTicks?: number;
}

/** An Ogg Opus file of these packets (RFC 3533, RFC 7845), for tests: written apart from what reads it. */
export function oggOpus(packets: readonly Uint8Array[], options: OggOptions = {}): Buffer {
  return Buffer.concat(oggOpusPages(packets, options));
}

export function oggOpusPages(packets: readonly Uint8Array[], options: OggOptions = {}): Buffer[] {
  const { serial = 7, preSkip = 0, channels = 1, mappingFamily = 0, packetTicks = 960 } = options;
  const { packetsPerPage = 5, originTicks = 0, endTicks } = options;
  const head = Buffer.alloc(19);
  head.write('OpusHead');
  head.set([1, channels], 8);
  head.writeUInt16LE(preSkip, 10);
  head.writeUInt32LE(48_000, 12);
  head[18] = mappingFamily;
  const tags = Buffer.concat([Buffer.from('OpusTags'), Buffer.alloc(8)]);
  const pages = [
    oggPage({ serial, sequence: 0, flags: 2, granule: 0n, packets: [head] }),
    oggPage({ serial, sequence: 1, granule: 0n, packets: [tags] }),
  ];
  for (let from = 0; from < packets.length; from += packetsPerPage) {
    const end = Math.min(packets.length, from + packetsPerPage);
    const last = end === packets.length;
    const ticks = last && endTicks !== undefined ? endTicks : end * packetTicks;
    pages.push(
      oggPage({
        serial,
        sequence: pages.length,
        flags: last ? 4 : 0,
        granule: BigInt(originTicks + ticks),
        packets: packets.slice(from, end),
      }),
    );
  }
  return pages;
}

export interface OggPageOptions {
  readonly serial: number;
  readonly sequence: number;
  /** 1 continued, 2 first, 4 last. */
  readonly flags?: number;
  readonly granule: bigint;
  readonly packets: readonly Uint8Array[];
  /** The last of them goes on in the next page; its length is a multiple of 255. */
  readonly open?: boolean;
}

export function oggPage({
  serial,
  sequence,
  flags = 0,
  granule,
  packets,
  open = false,
}: OggPageOptions): Buffer {
  const lacing = packets.flatMap((packet, index) => {
    const whole = Array.from({ length: Math.floor(packet.length / 255) }, () => 255);
    return open && index === packets.length - 1 ? whole : [...whole, packet.length % 255];
  });
  const header = Buffer.alloc(27);
  header.write('OggS');
  header[5] = flags;
  header.writeBigInt64LE(granule, 6);
  header.writeUInt32LE(serial, 14);
  header.writeUInt32LE(sequence, 18);
  header[26] = lacing.length;
  const page = Buffer.concat([header, Uint8Array.from(lacing), ...packets]);
  page.writeUInt32LE(crc(page), 22);
  return page;
}

/** Bit by bit, as RFC 3533 describes it. */
function crc(bytes: Uint8Array): number {
  let value = 0;
  for (const byte of bytes) {
    value ^= byte << 24;
    for (let bit = 0; bit < 8; bit += 1) value = value < 0 ? (value << 1) ^ 0x04c11db7 : value << 1;
  }
  return value >>> 0;
}
