import fc from 'fast-check';
import { expect, test } from 'vitest';
import { OggError, oggPages } from '../../../../src/voice/packets/ogg-pages.ts';
import { collected } from '../../../support/collected.ts';
import { oggPage } from '../../../support/ogg-writer.ts';
import { inChunks } from '../../../support/sound.ts';

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
