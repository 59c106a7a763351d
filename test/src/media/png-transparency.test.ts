import { deflateSync } from 'node:zlib';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { isTransparentPng } from '../../../src/media/png-transparency.ts';
import { picture } from '../../support/image-samples.ts';
import { type PngSample, png, pngAround } from '../../support/png-samples.ts';

const maxSidePixels = 8_000;

const rowsOf = (...rows: readonly (readonly number[])[]) => rows.map((row) => Uint8Array.from(row));

/** A picture of one row. */
const row = (width: number, colourType: PngSample['colourType'], bytes: readonly number[], more = {}) => ({
  ...{ width, height: 1, colourType, rows: rowsOf(bytes) },
  ...more,
});
const clear = (...transparency: readonly number[]) => ({ transparency: Uint8Array.from(transparency) });
const deep = { bitDepth: 16 };
const palette = { bitDepth: 2, ...clear(255, 0) };

test.each<[string, PngSample, boolean]>([
  ['RGBA, opaque', row(1, 6, [1, 2, 3, 255]), false],
  ['RGBA, nearly opaque', row(1, 6, [1, 2, 3, 254]), true],
  ['RGBA of 16 bits, opaque', row(1, 6, [0, 1, 2, 3, 4, 5, 255, 255], deep), false],
  ['RGBA of 16 bits that lacks the last bit', row(1, 6, [0, 1, 2, 3, 4, 5, 255, 254], deep), true],
  ['grey with alpha, opaque', row(2, 4, [0, 255, 9, 255]), false],
  ['grey with alpha, clear', row(2, 4, [0, 255, 9, 0]), true],
  ['RGB', row(1, 2, [0, 0, 0]), false],
  ['RGB with a clear colour that occurs', row(2, 2, [9, 9, 9, 1, 2, 3], clear(0, 1, 0, 2, 0, 3)), true],
  ['RGB with one that does not occur', row(2, 2, [9, 1, 2, 3, 1, 2], clear(0, 1, 0, 2, 0, 3)), false],
  ['grey of 16 bits with a clear grey that occurs', row(1, 0, [7, 8], { ...deep, ...clear(7, 8) }), true],
  ['a palette whose clear entry is used', row(3, 3, [0b00_10_01_00], palette), true],
  ['a palette whose clear entry is used only in the padding', row(3, 3, [0b00_10_00_01], palette), false],
  ['a palette whose entries beyond the list are used', row(2, 3, [5, 6], clear(0)), false],
])('%s: seen through %s', async (_, sample, expected) => {
  expect(await isTransparentPng(png(sample), maxSidePixels)).toBe(expected);
});

test.each([
  [1, false],
  [0.99, true],
])('a picture of a drawing program with opacity %d: seen through is %s', async (opacity, expected) => {
  expect(await isTransparentPng(picture('png', 123, 77, opacity), maxSidePixels)).toBe(expected);
});

test('one clear pixel is found wherever it is, behind every filter', async () => {
  const opaque = fc.tuple(fc.nat(255), fc.nat(255), fc.nat(255));
  await fc.assert(
    fc.asyncProperty(
      fc.integer({ min: 1, max: 6 }).chain((width) =>
        fc.record({
          rows: fc.array(fc.array(opaque, { minLength: width, maxLength: width }), {
            minLength: 1,
            maxLength: 6,
          }),
          filters: fc.infiniteStream(fc.nat(4)),
          clear: fc.option(fc.tuple(fc.nat(), fc.nat(), fc.nat(254))),
        }),
      ),
      async ({ rows, filters, clear }) => {
        const pixels = rows.map((row) => Uint8Array.from(row.flatMap((colour) => [...colour, 255])));
        const width = (pixels[0]?.length ?? 0) / 4;
        if (clear) {
          const [row, column, alpha] = clear;
          pixels[row % pixels.length]?.fill(alpha, (column % width) * 4 + 3, (column % width) * 4 + 4);
        }
        const filterOf = () => filters.next().value ?? 0;
        const bytes = png({ width, height: rows.length, colourType: 6, rows: pixels, filterOf });
        expect(await isTransparentPng(bytes, maxSidePixels)).toBe(clear !== null);
      },
    ),
    { numRuns: 200 },
  );
});

// Pixels of each row of each pass (PNG specification, 8.2).
test.each([
  [3, 3, [1, 1, 2, 1, 1, 3]],
  [1, 1, [1]],
  [5, 1, [1, 1, 1, 2]],
])('an interlaced picture of %i × %i has all its pixels looked at', async (width, height, passRows) => {
  const rows = passRows.map((pixels) => new Uint8Array(pixels * 4).fill(255));
  const sample = { width, height, colourType: 6, interlaced: true, rows } as const;
  expect(await isTransparentPng(png(sample), maxSidePixels)).toBe(false);
  for (const row of rows) {
    row[row.length - 1] = 0;
    expect(await isTransparentPng(png(sample), maxSidePixels)).toBe(true);
    row[row.length - 1] = 255;
  }
});

const whole = png({
  width: 4,
  height: 4,
  colourType: 6,
  rows: Array.from({ length: 4 }, (_, row) =>
    Uint8Array.from({ length: 16 }, (_, at) => (at % 4 === 3 ? 255 : (row * 89 + at * 37) % 256)),
  ),
});

test('a PNG without its last words is judged, when its pixels are there', async () => {
  // IEND, the checksum before it, and that of the compressed data.
  for (const missing of [1, 12, 16, 20]) {
    expect(await isTransparentPng(whole.subarray(0, whole.length - missing), maxSidePixels)).toBe(false);
  }
});

const frame = { width: 4, height: 4, colourType: 6 } as const;
test.each([
  ['that breaks off among its pixels', whole.subarray(0, whole.length - 30)],
  ['that has no pixels', whole.subarray(0, 40)],
  ['with fewer rows than it promises', png({ ...frame, rows: [new Uint8Array(16).fill(255)] })],
  ['whose pixels are noise', pngAround(frame, Buffer.from('this is not compressed at all'))],
  [
    'of a colour type that does not exist',
    pngAround({ ...frame, bitDepth: 1, colourType: 5 as 6 }, deflateSync('')),
  ],
])('a PNG %s is no whole PNG', async (_, bytes) => {
  expect(await isTransparentPng(bytes, maxSidePixels)).toBeUndefined();
});

test('a picture that unpacks to much more than it promises is looked at no further than that', async () => {
  const rows = [Buffer.from([0, 1, 2, 3, 255]), Buffer.alloc(50_000_000)];
  const bytes = pngAround({ width: 1, height: 1, colourType: 6 }, deflateSync(Buffer.concat(rows)));
  expect(await isTransparentPng(bytes, maxSidePixels)).toBe(false);
});
