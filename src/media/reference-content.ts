import { open, readFile } from 'node:fs/promises';
import { type ImageFacts, readImage, readImageHeader } from './image-file.ts';
import { judgeTrack, type VideoFacts } from './mp4-file.ts';
import { readMp4Index } from './mp4-index.ts';

/** What a reference file is by its content, whatever its name. */
export type ReferenceContent =
  | ({ readonly kind: 'image'; readonly transparent: boolean } & ImageFacts)
  | ({ readonly kind: 'video'; readonly format: 'mp4' | 'mov' } & VideoFacts)
  | { readonly kind: 'other' };

/** For a heavier or larger picture, only the header is read. */
export interface ImageBounds {
  readonly maxBytes: number;
  readonly maxSidePixels: number;
}

const headerBytes = 256 * 1024;

export async function readReferenceFile(path: string, bounds: ImageBounds): Promise<ReferenceContent> {
  const { header, fileBytes } = await readHeader(path);
  if (header.toString('latin1', 4, 8) === 'ftyp') return await readVideo(path);
  if (fileBytes > bounds.maxBytes) {
    const facts = readImageHeader(header);
    return facts ? { kind: 'image', transparent: false, ...facts } : { kind: 'other' };
  }
  const image = await readImage(await readFile(path), bounds.maxSidePixels);
  return image ? { kind: 'image', ...image } : { kind: 'other' };
}

async function readHeader(path: string): Promise<{ header: Buffer; fileBytes: number }> {
  await using file = await open(path, 'r');
  const { size: fileBytes } = await file.stat();
  const { buffer, bytesRead } = await file.read(Buffer.alloc(headerBytes), 0, headerBytes, 0);
  return { header: buffer.subarray(0, bytesRead), fileBytes };
}

/** Any codec is fine, unlike in a result, because document 1 only names containers. */
async function readVideo(path: string): Promise<ReferenceContent> {
  const index = await readMp4Index(path);
  const [brand = ''] = index?.movie.brands ?? [];
  const track = index?.movie.tracks.find((each) => each.video);
  const facts = index && track && !brand.startsWith('3g') ? judgeTrack(index, track) : undefined;
  return facts ? { kind: 'video', format: brand === 'qt  ' ? 'mov' : 'mp4', ...facts } : { kind: 'other' };
}
