import fc from 'fast-check';
import { expect, test } from 'vitest';
import { oggOpusPages, oggPage } from '../../../../sandbox/test/support/ogg-writer.ts';
import { OggError, oggOpusPackets, oggPages } from '../../../../src/voice/packets/ogg-opus.ts';
import { collected } from '../../../support/collected.ts';
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

async function* cutAt(bytes: Uint8Array, position: number) {
  yield bytes.subarray(0, position);
  yield bytes.subarray(position);
}

const page = (sequence: number, ...packets: Uint8Array[]) =>
  oggPage({ serial: 3, sequence, granule: BigInt(sequence * 960), packets });
const two = Buffer.concat([page(0, Buffer.alloc(300, 1), Buffer.alloc(0)), page(1, Buffer.alloc(255, 2))]);

test('pages are the same wherever their bytes are cut', async () => {
  const whole = await collected(oggPages(inChunks(two, two.length)));
  expect(whole.map(({ parts }) => parts.map(({ length }) => length))).toEqual([[300, 0], [255]]);
  for (let position = 0; position <= two.length; position += 1)
    expect(await collected(oggPages(cutAt(two, position)))).toEqual(whole);
});

test('packets of any sizes come out as they went in, byte by byte', async () => {
  const packet = fc.uint8Array({ maxLength: 600 });
  await fc.assert(
    fc.asyncProperty(
      fc.array(packet, { minLength: 1, maxLength: 12 }),
      fc.integer({ min: 1, max: 400 }),
      async (packets, size) => {
        const [read] = await collected(oggPages(inChunks(page(0, ...packets), size)));
        expect(read?.parts.map((part) => Array.from(part))).toEqual(packets.map((part) => Array.from(part)));
      },
    ),
    { numRuns: 60 },
  );
});

test('a page is passed on before the next one is there', async () => {
  const pages = oggPages(
    (async function* () {
      yield page(0, Uint8Array.of(1));
      throw new Error('nothing more was asked for');
    })(),
  );
  expect((await pages.next()).value).toMatchObject({ sequence: 0 });
});

test('any damaged byte is found', async () => {
  const bytes = page(0, Buffer.alloc(40, 5));
  for (let position = 0; position < bytes.length; position += 1) {
    const damaged = Buffer.from(bytes);
    damaged[position] = (damaged[position] ?? 0) ^ 0x10;
    await expect(collected(oggPages(inChunks(damaged, 16))), `byte ${position}`).rejects.toThrow(OggError);
  }
});

test.each([
  ['what is no Ogg', Buffer.from('RIFF....WAVE'), 'does not begin'],
  ['a page that is cut off', page(0, Buffer.alloc(90)).subarray(0, 80), 'in the middle'],
  ['a header that is cut off', page(0).subarray(0, 20), 'in the middle'],
])('%s is refused', async (_, bytes, problem) => {
  await expect(collected(oggPages(inChunks(bytes, 7)))).rejects.toThrow(problem);
});

test('others have their turn every 16 KB, however little of it is a packet', async () => {
  const pages = Buffer.concat(
    Array.from({ length: 400 }, (_, at) =>
      oggPage({ serial: 1, sequence: at, granule: -1n, packets: [Buffer.alloc(255)], open: true }),
    ),
  );
  let turns = 0;
  const lane = {
    turn: () => {
      turns += 1;
      return undefined;
    },
  };
  await collected(oggPages(inChunks(pages, pages.length), lane));
  expect(turns).toBe(Math.floor(pages.length / (16 * 1_024 + 255)));
});
