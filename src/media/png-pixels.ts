import { Readable } from 'node:stream';
import { createInflate, constants as zlib } from 'node:zlib';

/** The parts of a PNG that its pixels depend on (PNG specification, 11.2.1 and 11.3.1.1). */
export interface PngParts {
  readonly width: number;
  readonly height: number;
  readonly bitDepth: number;
  readonly colourType: number;
  readonly interlaced: boolean;
  /** Content of `tRNS`: which palette entries or which colour are transparent, fully or partly. */
  readonly transparency: Buffer | undefined;
  /** Compressed pixels, in order. */
  readonly data: readonly Buffer[];
}

/** One row of pixels; `bytes` are the values before the encoder's filter. */
interface PngRow {
  readonly bytes: Buffer;
  readonly pixels: number;
}

/** Incomplete data isn't an error; what's there counts. */
const inflation = { chunkSize: 256 * 1024, finishFlush: zlib.Z_SYNC_FLUSH };

const channelsOfColourType: Readonly<Record<number, number>> = { 0: 1, 2: 3, 3: 1, 4: 2, 6: 4 };

/** Undefined for combinations that the specification doesn't have. */
export function bitsPerPixel({ colourType, bitDepth }: PngParts): number | undefined {
  const channels = channelsOfColourType[colourType];
  return channels && [1, 2, 4, 8, 16].includes(bitDepth) ? channels * bitDepth : undefined;
}

/**
 * The rows of a PNG one after another, in constant memory. Libraries decode a picture as a whole, and one with 8,000 ×
 * 8,000 pixels would take half a gigabyte. Ends early if the data does; callers can stop any time. Only the bytes of a
 * pixel from `firstByte` on are restored, because filters never mix different bytes of a pixel: reading only the alpha
 * channel saves the rest.
 * @throws Error of zlib if the data is damaged
 */
export async function* pngRows(png: PngParts, firstByte = 0): AsyncGenerator<PngRow> {
  const bits = bitsPerPixel(png);
  if (!bits) return;
  const pixelBytes = Math.max(1, bits / 8);
  const inflated = Readable.from(png.data).pipe(createInflate(inflation));
  const source = new ByteSource(inflated);
  try {
    for (const pass of passesOf(png)) {
      const rowBytes = Math.ceil((pass.width * bits) / 8);
      let above: Buffer = Buffer.alloc(rowBytes);
      for (let row = 0; row < pass.height; row += 1) {
        const filtered = await source.take(1 + rowBytes);
        if (!filtered) return;
        const bytes = filtered.subarray(1);
        restore(filtered[0] ?? 0, bytes, above, pixelBytes, firstByte);
        yield { bytes, pixels: pass.width };
        above = bytes;
      }
    }
  } finally {
    inflated.destroy();
  }
}

interface Pass {
  readonly width: number;
  readonly height: number;
}

/** Adam7: first column, first row, and the steps to the next ones (specification, 8.2). */
const adam7 = [
  [0, 0, 8, 8],
  [4, 0, 8, 8],
  [0, 4, 4, 8],
  [2, 0, 4, 4],
  [0, 2, 2, 4],
  [1, 0, 2, 2],
  [0, 1, 1, 2],
] as const;

function passesOf({ width, height, interlaced }: PngParts): readonly Pass[] {
  if (!interlaced) return [{ width, height }];
  return adam7
    .map(([x, y, stepX, stepY]) => ({
      width: Math.ceil((width - x) / stepX),
      height: Math.ceil((height - y) / stepY),
    }))
    .filter((pass) => pass.width > 0 && pass.height > 0);
}

/** Undoes a row's filter in place (specification, 9.2), one byte position after the other. */
function restore(filter: number, row: Buffer, above: Buffer, pixelBytes: number, firstByte: number): void {
  if (filter === 0) return;
  for (let byte = firstByte; byte < pixelBytes; byte += 1) {
    let left = 0;
    let upLeft = 0;
    for (let at = byte; at < row.length; at += pixelBytes) {
      const up = above[at] ?? 0;
      left = ((row[at] ?? 0) + predicted(filter, left, up, upLeft)) & 0xff;
      row[at] = left;
      upLeft = up;
    }
  }
}

function predicted(filter: number, left: number, up: number, upLeft: number): number {
  if (filter === 1) return left;
  if (filter === 2) return up;
  if (filter === 3) return (left + up) >> 1;
  const estimate = left + up - upLeft;
  const toLeft = Math.abs(estimate - left);
  const toUp = Math.abs(estimate - up);
  const toUpLeft = Math.abs(estimate - upLeft);
  if (toLeft <= toUp && toLeft <= toUpLeft) return left;
  return toUp <= toUpLeft ? up : upLeft;
}

/** Cuts a stream into pieces of the requested length. */
class ByteSource {
  readonly #chunks: AsyncIterator<Buffer>;
  #left: Buffer = Buffer.alloc(0);

  constructor(stream: AsyncIterable<Buffer>) {
    this.#chunks = stream[Symbol.asyncIterator]();
  }

  /** A copy that belongs to the caller; undefined if there's less left. */
  async take(length: number): Promise<Buffer | undefined> {
    const piece = Buffer.alloc(length);
    let filled = 0;
    for (;;) {
      const copied = this.#left.copy(piece, filled, 0, length - filled);
      this.#left = this.#left.subarray(copied);
      filled += copied;
      if (filled === length) return piece;
      const next = await this.#chunks.next();
      if (next.done) return undefined;
      this.#left = next.value;
    }
  }
}
