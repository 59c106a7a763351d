import { type FileHandle, open } from 'node:fs/promises';
import { createFile, type ISOFile, type Movie, MP4BoxBuffer, type Track } from 'mp4box';

export interface VideoFacts {
  /** As in a MIME type: `avc1.64001f`. */
  readonly codec: string;
  readonly width: number;
  readonly height: number;
  readonly seconds: number;
}

export type VideoInspection =
  | { readonly is: 'video'; readonly video: VideoFacts }
  | { readonly is: 'empty' | 'not-mp4' | 'no-h264' | 'truncated' | 'unreadable' };

const chunkBytes = 256 * 1024;
/** Everything but the media itself; a video of hours has less. */
const maxIndexBytes = 32 * 1024 * 1024;
/** A fragmented video has two for each fragment. */
const maxBoxes = 100_000;

/** Is it an MP4 with an H.264 track whose pictures are all there? Reads the index of the file, never the media. */
export async function readMp4File(path: string): Promise<VideoInspection> {
  const file = await open(path, 'r');
  try {
    const { size } = await file.stat();
    if (size === 0) return { is: 'empty' };
    const layout = await checkLayout(file, size);
    if (layout !== 'whole') return { is: layout };
    const iso = createFile();
    const movie = await readIndex(file, size, iso);
    return movie ? judge(iso, movie, size) : { is: 'unreadable' };
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

function judge(iso: ISOFile, movie: Movie, size: number): VideoInspection {
  const track = movie.tracks.find((each) => /^avc[13]\./.test(each.codec));
  if (!track?.video) return { is: 'no-h264' };
  const samples = iso.getTrackSamplesInfo(track.id);
  if (!movie.isFragmented && samples.length === 0) return { is: 'unreadable' };
  if (samples.some((sample) => sample.offset + sample.size > size)) return { is: 'truncated' };
  const seconds = trackSeconds(movie, track);
  const { width, height } = track.video;
  if (!(seconds > 0 && width > 0 && height > 0)) return { is: 'unreadable' };
  return { is: 'video', video: { codec: track.codec, width, height, seconds } };
}

function trackSeconds(movie: Movie, track: Track): number {
  if (movie.isFragmented && movie.fragment_duration) {
    return movie.fragment_duration.num / movie.fragment_duration.den;
  }
  return track.duration / track.timescale;
}
