import { type FileHandle, open } from 'node:fs/promises';
import { createFile, type ISOFile, type Movie, MP4BoxBuffer } from 'mp4box';
import { type Mp4Box, readMp4Layout } from './mp4-layout.ts';
import { strikeToSkeleton } from './mp4-skeleton.ts';

/** What an MP4 or MOV file says about itself, in front of or behind its media. */
export interface Mp4Index {
  readonly is: 'read';
  readonly iso: ISOFile;
  readonly movie: Movie;
  readonly fileBytes: number;
}

export type UnusableMp4 = { readonly is: 'empty' | 'not-mp4' | 'truncated' | 'unreadable' };

/** Everything but the media itself; a video of hours has less. */
const maxIndexBytes = 32 * 1024 * 1024;
/** It names a few brands of four letters. */
const maxFileTypeBytes = 1_024;
const indexBoxes: ReadonlySet<string> = new Set(['ftyp', 'moov', 'moof']);

/**
 * Reads the index of the file, never the media. The library is given its skeleton only: what breaks libraries are
 * counts that nothing stands behind and boxes that nobody needs.
 */
export async function readMp4Index(path: string): Promise<Mp4Index | UnusableMp4> {
  const file = await open(path, 'r');
  try {
    const { size: fileBytes } = await file.stat();
    if (fileBytes === 0) return { is: 'empty' };
    const layout = await readMp4Layout(file, fileBytes);
    if (layout.is !== 'whole') return layout;
    const index = await readBoxes(file, layout.boxes);
    if (!index || !strikeToSkeleton(index)) return { is: 'unreadable' };
    const read = parse(index);
    return read ? { is: 'read', ...read, fileBytes } : { is: 'unreadable' };
  } finally {
    await file.close();
  }
}

/** The boxes of the index, one after another. */
async function readBoxes(file: FileHandle, boxes: readonly Mp4Box[]): Promise<Buffer | undefined> {
  const wanted = boxes.filter(({ type }) => indexBoxes.has(type));
  const totalBytes = wanted.reduce((total, { bytes }) => total + bytes, 0);
  const isLongName = wanted.some(({ type, bytes }) => type === 'ftyp' && bytes > maxFileTypeBytes);
  if (totalBytes > maxIndexBytes || isLongName) return undefined;
  const index = Buffer.alloc(totalBytes);
  let filled = 0;
  for (const { start, bytes } of wanted) {
    await file.read(index, filled, bytes, start);
    // "Up to the end of the file" isn't true here.
    if (index.readUInt32BE(filled) === 0) index.writeUInt32BE(bytes, filled);
    filled += bytes;
  }
  return index;
}

function parse(index: Buffer): { iso: ISOFile; movie: Movie } | undefined {
  const iso = createFile();
  const found: { movie?: Movie } = {};
  iso.onReady = (movie) => {
    found.movie = movie;
  };
  try {
    iso.appendBuffer(MP4BoxBuffer.fromArrayBuffer(new Uint8Array(index).buffer, 0));
  } catch {
    return undefined;
  }
  return found.movie && { iso, movie: found.movie };
}
