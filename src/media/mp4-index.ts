import { type FileHandle, open } from 'node:fs/promises';
import { createFile, type ISOFile, type Movie, MP4BoxBuffer } from 'mp4box';
import { strikeToSkeleton } from './mp4-skeleton.ts';

/** The index of an MP4 or MOV file, which comes before or after its media. */
export interface Mp4Index {
  readonly iso: ISOFile;
  readonly movie: Movie;
  readonly fileBytes: number;
}

/** Everything but the media; even an hours-long video has less. */
const maxIndexBytes = 32 * 1024 * 1024;
/** It lists a few brands of four letters. */
const maxFileTypeBytes = 1_024;
const indexBoxes: ReadonlySet<string> = new Set(['ftyp', 'moov', 'moof']);

/**
 * Reads a file's index, never its media; undefined if it has none that can be used. The library only gets a skeleton of it,
 * because counts without content and needless boxes are what breaks libraries.
 */
export async function readMp4Index(path: string): Promise<Mp4Index | undefined> {
  await using file = await open(path, 'r');
  const { size: fileBytes } = await file.stat();
  const boxes = await readMp4Layout(file, fileBytes);
  const index = boxes && (await readBoxes(file, boxes));
  const read = index && strikeToSkeleton(index) ? parse(index) : undefined;
  return read && { ...read, fileBytes };
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

/** What's needed from an open file. */
interface Mp4Source {
  read(
    into: Buffer,
    offset: number,
    length: number,
    position: number,
  ): Promise<{ buffer: Buffer; bytesRead: number }>;
}

/** A top-level box of an MP4. */
interface Mp4Box {
  readonly type: string;
  readonly start: number;
  readonly bytes: number;
}

/** A fragmented video has two per fragment. */
const maxBoxes = 20_000;

/** The top-level boxes; undefined if it doesn't begin like an MP4, or the last box doesn't end where the file does. */
export async function readMp4Layout(file: Mp4Source, fileBytes: number): Promise<Mp4Box[] | undefined> {
  const boxes: Mp4Box[] = [];
  let position = 0;
  while (position < fileBytes) {
    if (boxes.length === maxBoxes) return undefined;
    const { buffer, bytesRead } = await file.read(Buffer.alloc(16), 0, 16, position);
    const type = buffer.toString('latin1', 4, 8);
    if (bytesRead < 8 || (position === 0 && type !== 'ftyp')) return undefined;
    const bytes = boxLength(buffer, fileBytes - position);
    if (bytes < 8) return undefined;
    boxes.push({ type, start: position, bytes });
    position += bytes;
  }
  return position === fileBytes ? boxes : undefined;
}

/** ISO 14496-12, 4.2: 32 bits; 1 announces 64 bits, 0 a box up to the end. */
function boxLength(header: Buffer, left: number): number {
  const length = header.readUInt32BE(0);
  if (length === 0) return left;
  return length === 1 ? Number(header.readBigUInt64BE(8)) : length;
}
