const longestLacing = 255;
const mostSegments = 255;

const crcTable = Uint32Array.from({ length: 256 }, (_, index) => {
  let value = index << 24;
  for (let bit = 0; bit < 8; bit += 1)
    value = value & 0x80_00_00_00 ? (value << 1) ^ 0x04_c1_1d_b7 : value << 1;
  return value >>> 0;
});

interface Waiting {
  readonly packet: Uint8Array;
  readonly granule: bigint;
}

/** Writes one logical Ogg stream (RFC 3533). No packet is larger than a page here. */
export class OggPages {
  readonly #serial: number;
  #sequence = 0;
  #waiting: Waiting[] = [];
  #segments = 0;

  constructor(serial: number) {
    this.#serial = serial >>> 0;
  }

  /** Adds a packet that ends at that granule position; returns the pages that are full. */
  add(packet: Uint8Array, granule: bigint): Uint8Array {
    const segments = segmentsOf(packet);
    if (segments > mostSegments) throw new RangeError('a packet does not fit into an Ogg page');
    const full = this.#segments + segments > mostSegments ? this.flush() : new Uint8Array();
    this.#waiting.push({ packet, granule });
    this.#segments += segments;
    return full;
  }

  /** The page of what waits; no bytes when nothing does, unless it is the last page. */
  flush(last = false): Uint8Array {
    if (this.#waiting.length === 0 && !last) return new Uint8Array();
    const packets = this.#waiting;
    this.#waiting = [];
    this.#segments = 0;
    return this.#page(packets, last);
  }

  #page(packets: readonly Waiting[], last: boolean): Uint8Array {
    const lacing = packets.flatMap(({ packet }) => [
      ...Array.from({ length: segmentsOf(packet) - 1 }, () => longestLacing),
      packet.length % longestLacing,
    ]);
    const head = Buffer.alloc(27);
    head.write('OggS', 'latin1');
    head.writeUInt8((this.#sequence === 0 ? 2 : 0) | (last ? 4 : 0), 5);
    head.writeBigInt64LE(packets.at(-1)?.granule ?? -1n, 6);
    head.writeUInt32LE(this.#serial, 14);
    head.writeUInt32LE(this.#sequence, 18);
    head.writeUInt8(lacing.length, 26);
    this.#sequence += 1;
    const page = Buffer.concat([head, Buffer.from(lacing), ...packets.map(({ packet }) => packet)]);
    page.writeUInt32LE(checksum(page), 22);
    return page;
  }
}

function segmentsOf(packet: Uint8Array): number {
  return Math.floor(packet.length / longestLacing) + 1;
}

function checksum(page: Uint8Array): number {
  let crc = 0;
  for (const byte of page) crc = ((crc << 8) ^ (crcTable[(crc >>> 24) ^ byte] ?? 0)) >>> 0;
  return crc;
}
