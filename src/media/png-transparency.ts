import { bitsPerPixel, type PngParts, pngRows } from './png-pixels.ts';

const signatureBytes = 8;
const palette = 3;
/** Encoders put 8 kB or more into each. */
const maxChunks = 100_000;

/**
 * Whether a PNG has transparent pixels. An alpha channel isn't proof, since many opaque pictures have one. Undefined if
 * the file isn't a PNG, a side is longer than allowed, or pixels that could tell are missing.
 */
export async function isTransparentPng(bytes: Buffer, maxSidePixels: number): Promise<boolean | undefined> {
  const png = partsOf(bytes);
  const bits = png && bitsPerPixel(png);
  if (!png || !bits || Math.max(png.width, png.height) > maxSidePixels) return undefined;
  const sees = eyeFor(png);
  if (!sees) return false;
  try {
    let pixels = 0;
    for await (const row of pngRows(png, sees.firstByte)) {
      if (sees.through(row.bytes, row.pixels)) return true;
      pixels += row.pixels;
    }
    return pixels === png.width * png.height ? false : undefined;
  } catch {
    return undefined;
  }
}

/**
 * Walks over the chunks: length, name, content, checksum (PNG specification, 5.3). An incomplete file is read as far as
 * it goes, as picture viewers do; whether all its pixels are there is checked later.
 */
function partsOf(bytes: Buffer): PngParts | undefined {
  const data: Buffer[] = [];
  let header: Buffer | undefined;
  let transparency: Buffer | undefined;
  let chunks = 0;
  for (let at = signatureBytes; at + 8 <= bytes.length; chunks += 1) {
    if (chunks === maxChunks) return undefined;
    const end = at + 8 + bytes.readUInt32BE(at);
    const name = bytes.toString('latin1', at + 4, at + 8);
    const content = bytes.subarray(at + 8, end);
    if (name === 'IHDR') header ??= content;
    else if (name === 'tRNS') transparency = content;
    else if (name === 'IDAT') data.push(content);
    else if (name === 'IEND') break;
    at = end + 4;
  }
  return header && partsWith(header, transparency, data);
}

function partsWith(header: Buffer, transparency: Buffer | undefined, data: Buffer[]): PngParts | undefined {
  if (header.length !== 13 || data.length === 0) return undefined;
  return {
    width: header.readUInt32BE(0),
    height: header.readUInt32BE(4),
    bitDepth: header.readUInt8(8),
    colourType: header.readUInt8(9),
    interlaced: header.readUInt8(12) === 1,
    transparency,
    data,
  };
}

/** How to find a transparent pixel in a row. */
interface Eye {
  /** Earlier bytes of a pixel don't matter. */
  readonly firstByte: number;
  through(row: Buffer, pixels: number): boolean;
}

/** Undefined if this kind of picture has no transparency. */
function eyeFor(png: PngParts): Eye | undefined {
  const sampleBytes = png.bitDepth === 16 ? 2 : 1;
  if (png.colourType === 4) return alphaEye(sampleBytes, sampleBytes);
  if (png.colourType === 6) return alphaEye(3 * sampleBytes, sampleBytes);
  const { transparency } = png;
  if (!transparency || transparency.length === 0) return undefined;
  return png.colourType === palette ? paletteEye(png.bitDepth, transparency) : colourEye(png, transparency);
}

function alphaEye(colourBytes: number, alphaBytes: number): Eye {
  const pixelBytes = colourBytes + alphaBytes;
  return {
    firstByte: colourBytes,
    through: (row) => {
      for (let at = colourBytes; at < row.length; at += pixelBytes) {
        if (row[at] !== 0xff || row[at + alphaBytes - 1] !== 0xff) return true;
      }
      return false;
    },
  };
}

/** `tRNS` has an opacity for each of the first palette entries; the others are opaque. */
function paletteEye(bitDepth: number, opacities: Buffer): Eye {
  return {
    firstByte: 0,
    through: (row, pixels) => {
      for (let pixel = 0; pixel < pixels; pixel += 1) {
        if ((opacities[sampleAt(row, pixel, bitDepth)] ?? 0xff) !== 0xff) return true;
      }
      return false;
    },
  };
}

/** `tRNS` has the one colour that means transparent, with two bytes per channel. */
function colourEye({ bitDepth, colourType }: PngParts, colour: Buffer): Eye {
  const channels = colourType === 2 ? 3 : 1;
  if (colour.length < channels * 2) return { firstByte: 0, through: () => false };
  const wanted = Array.from({ length: channels }, (_, channel) => colour.readUInt16BE(channel * 2));
  return {
    firstByte: 0,
    through: (row, pixels) => {
      for (let pixel = 0; pixel < pixels; pixel += 1) {
        const first = pixel * channels;
        if (wanted.every((value, channel) => sampleAt(row, first + channel, bitDepth) === value)) return true;
      }
      return false;
    },
  };
}

/** Samples of less than a byte are packed from the left (PNG specification, 7.2). */
function sampleAt(row: Buffer, index: number, bitDepth: number): number {
  if (bitDepth === 8) return row[index] ?? 0;
  if (bitDepth === 16) return ((row[index * 2] ?? 0) << 8) | (row[index * 2 + 1] ?? 0);
  const bit = index * bitDepth;
  return ((row[bit >> 3] ?? 0) >> (8 - bitDepth - (bit & 7))) & ((1 << bitDepth) - 1);
}
