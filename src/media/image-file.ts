import { imageSize } from 'image-size';
import { isTransparentPng } from './png-transparency.ts';

export type ImageFormat = 'jpeg' | 'png' | 'bmp' | 'webp';

export interface ImageFacts {
  readonly format: ImageFormat;
  readonly width: number;
  readonly height: number;
}

const formats: Readonly<Record<string, ImageFormat>> = { jpg: 'jpeg', png: 'png', bmp: 'bmp', webp: 'webp' };
/** A JPEG's size comes within this, even after profiles and previews. */
const maxHeaderBytes = 4 * 1024 * 1024;

/** What a picture is by its header, even if `bytes` is only the beginning of the file; undefined for anything else. */
export function readImageHeader(bytes: Buffer): ImageFacts | undefined {
  if (!isKnown(bytes)) return undefined;
  try {
    const { type = '', width, height } = imageSize(bytes.subarray(0, maxHeaderBytes));
    const format = formats[type];
    if (!format || (format === 'bmp' && !isBitmap(bytes))) return undefined;
    return { format, width, height };
  } catch {
    return undefined;
  }
}

/** The library knows many more formats, but never gets to see those files. */
function isKnown(bytes: Buffer): boolean {
  const beginning = bytes.toString('latin1', 0, 12);
  const isWebp = beginning.startsWith('RIFF') && beginning.endsWith('WEBP');
  return isWebp || ['\xff\xd8\xff', '\x89PNG\r\n\x1a\n', 'BM'].some((mark) => beginning.startsWith(mark));
}

/** Two letters aren't proof of a bitmap, since many texts begin with them. The size of its second header is. */
function isBitmap(bytes: Buffer): boolean {
  const headerBytes = bytes.length >= 30 ? bytes.readUInt32LE(14) : 0;
  return headerBytes >= 40 && headerBytes <= 124 && bytes.readUInt16LE(26) === 1;
}

interface WholeImage extends ImageFacts {
  readonly transparent: boolean;
}

/**
 * Reads a whole picture. Transparency only matters for PNG (document 1, section C), and not if a side is above the
 * limit, because then its pixels aren't read.
 */
export async function readImage(bytes: Buffer, maxSidePixels: number): Promise<WholeImage | undefined> {
  const facts = readImageHeader(bytes);
  if (!facts) return undefined;
  const isTooLarge = Math.max(facts.width, facts.height) > maxSidePixels;
  if (facts.format !== 'png' || isTooLarge) return { ...facts, transparent: false };
  const transparent = await isTransparentPng(bytes, maxSidePixels);
  return transparent === undefined ? undefined : { ...facts, transparent };
}
