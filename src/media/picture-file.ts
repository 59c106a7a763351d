import { open, writeFile } from 'node:fs/promises';
import { createCanvas, type Image, loadImage } from '@napi-rs/canvas';
import { readImageHeader } from './image-file.ts';

/** What a picture is turned into. The lengths are sides of 1080p, lying or standing. */
export interface PictureBounds {
  /** Of the given file. */
  readonly maxBytes: number;
  readonly maxPixels: number;
  /** Of the JPEG. */
  readonly maxJpegBytes: number;
}

export type PictureReading =
  | { readonly is: 'picture'; readonly width: number; readonly height: number }
  | { readonly is: 'too-large' }
  | { readonly is: 'other' };

const longestSide = 1_920;
const shortestSide = 1_080;
const qualities = [85, 70, 55, 40] as const;
const shrinkBy = 0.75;
const leastSide = 64;

/**
 * Turns a foreign picture into a JPEG of at most 1080p and that many bytes, and writes it to `to`. Only formats with an
 * understood header reach the decoder, and only sizes that fit into memory.
 */
export async function readPictureFile(
  path: string,
  to: string,
  bounds: PictureBounds,
): Promise<PictureReading> {
  const bytes = await readCapped(path, bounds.maxBytes);
  if (!bytes) return { is: 'too-large' };
  const facts = readImageHeader(bytes);
  if (!facts || facts.width < 1 || facts.height < 1) return { is: 'other' };
  if (facts.width * facts.height > bounds.maxPixels) return { is: 'too-large' };
  const image = await decoded(bytes);
  // The decoded picture is checked again, because the header can say one thing and the file another.
  if (!image || image.width < 1 || image.height < 1) return { is: 'other' };
  if (image.width * image.height > bounds.maxPixels) return { is: 'too-large' };
  return await writeJpeg(image, to, bounds.maxJpegBytes);
}

async function readCapped(path: string, maxBytes: number): Promise<Buffer | undefined> {
  await using file = await open(path, 'r');
  const { size } = await file.stat();
  return size > maxBytes ? undefined : await file.readFile();
}

async function decoded(bytes: Buffer): Promise<Image | undefined> {
  try {
    return await loadImage(bytes);
  } catch {
    return undefined;
  }
}

async function writeJpeg(image: Image, to: string, maxJpegBytes: number): Promise<PictureReading> {
  const fits = Math.min(
    1,
    longestSide / Math.max(image.width, image.height),
    shortestSide / Math.min(image.width, image.height),
  );
  for (let scale = fits; ; scale *= shrinkBy) {
    const width = Math.max(1, Math.round(image.width * scale));
    const height = Math.max(1, Math.round(image.height * scale));
    const canvas = createCanvas(width, height);
    const context = canvas.getContext('2d');
    // A JPEG has no transparency, so transparent parts would turn black.
    context.fillStyle = '#ffffff';
    context.fillRect(0, 0, width, height);
    context.drawImage(image, 0, 0, width, height);
    for (const quality of qualities) {
      const jpeg = await canvas.encode('jpeg', quality);
      if (jpeg.byteLength > maxJpegBytes) continue;
      await writeFile(to, jpeg);
      return { is: 'picture', width, height };
    }
    if (Math.max(width, height) < leastSide) return { is: 'too-large' };
  }
}
