import { expect, test } from 'vitest';
import { oggOpusPackets } from '../../../../src/voice/packets/ogg-opus.ts';
import { OggError } from '../../../../src/voice/packets/ogg-pages.ts';
import { collected } from '../../../support/collected.ts';
import { oggOpusPages, oggPage } from '../../../support/ogg-writer.ts';
import { inChunks } from '../../../support/sound.ts';

const [head = Buffer.alloc(0), tags = Buffer.alloc(0)] = oggOpusPages([]);

/** Pages of one segment each, that together are one packet. */
function pagesOf(packet: Uint8Array, from: number): Buffer[] {
  const pages: Buffer[] = [];
  for (let at = 0; at <= packet.length; at += 255) {
    const part = packet.subarray(at, at + 255);
    pages.push(
      oggPage({
        serial: 7,
        sequence: from + pages.length,
        flags: at > 0 ? 1 : 0,
        granule: -1n,
        packets: [part],
        open: part.length === 255,
      }),
    );
  }
  return pages;
}

const packetsOf = async (...pages: readonly Buffer[]) => {
  const file = Buffer.concat(pages);
  return (await collected(oggOpusPackets(inChunks(file, 500)))).map(({ packet }) => Buffer.from(packet));
};

test('a packet over many pages is put together', async () => {
  const packet = Buffer.alloc(1_200, 7);
  packet[0] = 0x78;
  expect(await packetsOf(head, tags, ...pagesOf(packet, 2))).toEqual([packet]);
});

test('comments over many pages are passed over', async () => {
  const comments = Buffer.concat([Buffer.from('OpusTags'), Buffer.alloc(70_000)]);
  const pages = pagesOf(comments, 1);
  const sound = Buffer.from([0x78, 1, 2, 3]);
  expect(await packetsOf(head, ...pages, ...pagesOf(sound, 1 + pages.length))).toEqual([sound]);
});

test('a packet of sound that goes on and on is given up', async () => {
  const endless = pagesOf(Buffer.alloc(61_440 + 255), 2);
  await expect(packetsOf(head, tags, ...endless)).rejects.toThrow(OggError);
});
