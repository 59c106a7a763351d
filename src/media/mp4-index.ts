import { type FileHandle, open } from 'node:fs/promises';
import { createFile, type ISOFile, type Movie, MP4BoxBuffer } from 'mp4box';

/** What an MP4 or MOV file says about itself, in front of or behind its media. */
export interface Mp4Index {
  readonly is: 'read';
  readonly iso: ISOFile;
  readonly movie: Movie;
  readonly fileBytes: number;
}

export type UnusableMp4 = { readonly is: 'empty' | 'not-mp4' | 'truncated' | 'unreadable' };

const chunkBytes = 256 * 1024;
/** Everything but the media itself; a video of hours has less. */
const maxIndexBytes = 32 * 1024 * 1024;
/** A fragmented video has two for each fragment. */
const maxBoxes = 100_000;

/** Reads the index of the file, never the media. A hostile file can keep this busy for long: see `inspect.ts`. */
export async function readMp4Index(path: string): Promise<Mp4Index | UnusableMp4> {
  const file = await open(path, 'r');
  try {
    const { size: fileBytes } = await file.stat();
    if (fileBytes === 0) return { is: 'empty' };
    const layout = await checkLayout(file, fileBytes);
    if (layout !== 'whole') return { is: layout };
    const iso = createFile();
    const movie = await readIndex(file, fileBytes, iso);
    return movie ? { is: 'read', iso, movie, fileBytes } : { is: 'unreadable' };
  } finally {
    await file.close();
  }
}

/** Walks over the outermost boxes: does it begin like an MP4, and does the last one end where the file ends? */
async function checkLayout(
  file: FileHandle,
  size: number,
): Promise<'whole' | 'not-mp4' | 'truncated' | 'unreadable'> {
  let position = 0;
  for (let count = 0; position < size; count += 1) {
    if (count === maxBoxes) return 'unreadable';
    const { buffer, bytesRead } = await file.read(Buffer.alloc(16), 0, 16, position);
    if (position === 0 && buffer.toString('latin1', 4, 8) !== 'ftyp') return 'not-mp4';
    if (bytesRead < 8) return 'truncated';
    const length = boxLength(buffer, size - position);
    if (length < 8) return 'unreadable';
    position += length;
  }
  return position === size ? 'whole' : 'truncated';
}

/** ISO 14496-12, 4.2: 32 bits; 1 announces 64 bits, 0 a box up to the end. */
function boxLength(header: Buffer, left: number): number {
  const length = header.readUInt32BE(0);
  if (length === 0) return left;
  return length === 1 ? Number(header.readBigUInt64BE(8)) : length;
}

async function readIndex(file: FileHandle, size: number, iso: ISOFile): Promise<Movie | undefined> {
  const found: { movie?: Movie; failed?: true } = {};
  iso.onReady = (movie) => {
    found.movie = movie;
  };
  iso.onError = () => {
    found.failed = true;
  };
  let position = 0;
  for (let readBytes = 0; position < size && readBytes < maxIndexBytes; ) {
    const chunk = new ArrayBuffer(Math.min(chunkBytes, size - position));
    const { bytesRead } = await file.read(new Uint8Array(chunk), 0, chunk.byteLength, position);
    readBytes += bytesRead;
    const next = iso.appendBuffer(MP4BoxBuffer.fromArrayBuffer(chunk, position));
    // Where to go on: behind the media, which is not read.
    if (found.movie || found.failed || !(next > position)) break;
    position = next;
  }
  return found.movie;
}
