import { imageSize } from 'image-size';
import { isTransparentPng } from './png-transparency.ts';

export type ImageFormat = 'jpeg' | 'png' | 'bmp' | 'webp';

export interface ImageFacts {
  readonly format: ImageFormat;
  readonly width: number;
  readonly height: number;
}

const formats: Readonly<Record<string, ImageFormat>> = { jpg: 'jpeg', png: 'png', bmp: 'bmp', webp: 'webp' };

/** What a picture is by its header, of which `bytes` may be all that there is; undefined for anything else. */
export function readImageHeader(bytes: Buffer): ImageFacts | undefined {
  try {
    const { type = '', width, height } = imageSize(bytes);
    const format = formats[type];
    if (!format || (format === 'bmp' && !isBitmap(bytes))) return undefined;
    return { format, width, height };
  } catch {
    return undefined;
  }
}

/** Two letters alone do not make a bitmap: they begin many a text. Its second header is of a known size. */
function isBitmap(bytes: Buffer): boolean {
  const headerBytes = bytes.length >= 30 ? bytes.readUInt32LE(14) : 0;
  return headerBytes >= 40 && headerBytes <= 124 && bytes.readUInt16LE(26) === 1;
}

export interface WholeImage extends ImageFacts {
  readonly transparent: boolean;
}

/** A whole picture; of formats other than PNG the transparency does not matter (document 1, section C). */
export async function readImage(bytes: Buffer): Promise<WholeImage | undefined> {
  const facts = readImageHeader(bytes);
  if (!facts) return undefined;
  const transparent = facts.format === 'png' ? await isTransparentPng(bytes) : false;
  return transparent === undefined ? undefined : { ...facts, transparent };
}
