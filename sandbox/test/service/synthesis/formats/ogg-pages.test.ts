import { opus } from 'prism-media';
import { expect, test } from 'vitest';
import { OggPages } from '../../../../service/synthesis/formats/ogg-pages.ts';

/** RFC 3533, 6: polynomial 0x04c11db7, no reflection, begun with 0, bit by bit. */
function crcOf(bytes: Uint8Array): number {
  let crc = 0;
  for (const byte of bytes) {
    crc ^= byte << 24;
    for (let bit = 0; bit < 8; bit += 1) crc = crc & 0x80_00_00_00 ? (crc << 1) ^ 0x04_c1_1d_b7 : crc << 1;
  }
  return crc >>> 0;
}

/** The pages of a stream, cut by what their headers say. */
function pagesOf(stream: Buffer): Buffer[] {
  const pages: Buffer[] = [];
  for (let at = 0; at < stream.length; ) {
    const segments = stream.readUInt8(at + 26);
    const lacing = stream.subarray(at + 27, at + 27 + segments);
    const length = 27 + segments + lacing.reduce((sum, value) => sum + value, 0);
    pages.push(stream.subarray(at, at + length));
    at += length;
  }
  return pages;
}

const head = Buffer.concat([Buffer.from('OpusHead'), Buffer.from([1, 1, 0, 0, 0, 0, 0, 0, 0, 0, 0])]);
const tags = Buffer.concat([Buffer.from('OpusTags'), Buffer.alloc(8)]);

function stream(packets: readonly Uint8Array[]): Buffer {
  const pages = new OggPages(0xfe_dc_ba_98);
  const parts = [head, tags].flatMap((packet) => [pages.add(packet, 0n), pages.flush()]);
  packets.forEach((packet, at) => {
    parts.push(pages.add(packet, BigInt((at + 1) * 960)));
  });
  return Buffer.concat([...parts, pages.flush(true)]);
}

const packets = Array.from({ length: 600 }, (_, at) => Buffer.alloc((at * 7) % 800, at));

test('every page carries its checksum, its number and its serial', () => {
  const pages = pagesOf(stream(packets));
  expect(pages.length).toBeGreaterThan(4);
  pages.forEach((page, at) => {
    const blank = Buffer.from(page);
    blank.writeUInt32LE(0, 22);
    expect(page.readUInt32LE(22)).toBe(crcOf(blank));
    expect([page.readUInt32LE(14), page.readUInt32LE(18)]).toEqual([0xfe_dc_ba_98, at]);
  });
  const flags = pages.map((page) => page.readUInt8(5));
  expect(flags).toEqual([2, ...Array.from({ length: pages.length - 2 }, () => 0), 4]);
  expect(pages.at(-1)?.readBigInt64LE(6)).toBe(600n * 960n);
});

test('packets of every length come out as they went in, also those of 255 bytes', async () => {
  const wanted = [...packets.filter(({ length }) => length > 0), Buffer.alloc(255, 1), Buffer.alloc(510, 2)];
  const demuxer = new opus.OggDemuxer();
  demuxer.end(stream(wanted));
  expect(Buffer.concat(await demuxer.toArray()).equals(Buffer.concat(wanted))).toBe(true);
});

test('a packet that is larger than a page is refused', () => {
  expect(() => new OggPages(1).add(new Uint8Array(255 * 255), 0n)).toThrow(RangeError);
});
