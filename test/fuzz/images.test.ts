import { deflateSync } from 'node:zlib';
import * as fc from 'fast-check';
import { expect } from 'vitest';
import { readImageHeader } from '../../src/media/image-file.ts';
import { isTransparentPng } from '../../src/media/png-transparency.ts';
import { bmp, picture } from '../support/image-samples.ts';
import { pngAround } from '../support/png-samples.ts';
import { fuzz } from './fuzz.ts';
import { inspectsFiles, readingOf } from './media-pool.ts';
import { mutated, noiseBehind } from './mutations.ts';

inspectsFiles();

const pictures = [picture('jpeg', 64, 48), picture('png', 64, 48), picture('webp', 64, 48), bmp(64, 48)];
const beginnings = pictures.map((bytes) => bytes.subarray(0, 12));

fuzz(
  'a damaged picture has a known format or none',
  fc.oneof(mutated(pictures), noiseBehind(beginnings)),
  (bytes) => {
    expect(['jpeg', 'png', 'webp', 'bmp', undefined]).toContain(readImageHeader(bytes)?.format);
  },
  { cases: 2_000 },
);

const side = fc.oneof(
  fc.integer({ min: 0, max: 40 }),
  fc.constantFrom(8_000, 8_001, 65_536, 2 ** 31 - 1, 2 ** 32 - 1),
);
const strangePng = fc
  .record({
    width: side,
    height: side,
    colourType: fc.constantFrom(0, 2, 3, 4, 6),
    bitDepth: fc.constantFrom(1, 2, 4, 8, 16),
    interlaced: fc.boolean(),
    transparency: fc.option(fc.uint8Array({ maxLength: 20 }), { nil: undefined }),
    pixels: fc.uint8Array({ maxLength: 3_000 }),
    isCompressed: fc.boolean(),
  })
  .map(({ pixels, isCompressed, transparency, ...header }) =>
    pngAround(
      { ...header, ...(transparency ? { transparency } : {}) },
      isCompressed ? deflateSync(pixels) : pixels,
    ),
  );

fuzz(
  'a PNG is transparent, or opaque, or neither can be told; one with too long a side is not looked at',
  strangePng,
  async (bytes) => {
    const transparent = await isTransparentPng(bytes, 8_000);
    expect([true, false, undefined]).toContain(transparent);
    const sides = [bytes.readUInt32BE(16), bytes.readUInt32BE(20)];
    if (Math.max(...sides) > 8_000) expect(transparent).toBeUndefined();
  },
  { cases: 600 },
);

fuzz(
  'a damaged picture is read within the limits, and is a picture or something else',
  fc.oneof(mutated(pictures), strangePng),
  async (bytes) => {
    expect(['image', 'other']).toContain((await readingOf('reference', bytes)).kind);
  },
  { cases: 150 },
);
