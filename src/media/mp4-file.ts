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

/** Is it an MP4 with an H.264 track whose pictures are all there? Reads the index of the file, never the media. */
export async function readMp4File(path: string): Promise<VideoInspection> {
  const file = await open(path, 'r');
  try {
    const { size } = await file.stat();
    if (size === 0) return { is: 'empty' };
    if (!(await beginsLikeMp4(file))) return { is: 'not-mp4' };
    const iso = createFile();
    const movie = await readIndex(file, size, iso);
    return movie === 'unreadable' || movie === 'truncated' ? { is: movie } : judge(iso, movie, size);
  } finally {
    await file.close();
  }
}

async function beginsLikeMp4(file: FileHandle): Promise<boolean> {
  const { buffer, bytesRead } = await file.read(Buffer.alloc(8), 0, 8, 0);
  return bytesRead === 8 && buffer.toString('latin1', 4, 8) === 'ftyp';
}

async function readIndex(
  file: FileHandle,
  size: number,
  iso: ISOFile,
): Promise<Movie | 'truncated' | 'unreadable'> {
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
    if (bytesRead < chunk.byteLength) return 'truncated';
    readBytes += bytesRead;
    const next = iso.appendBuffer(MP4BoxBuffer.fromArrayBuffer(chunk, position));
    if (found.movie) return found.movie;
    // Where to go on: behind the media, which is not read.
    if (found.failed || !(next > position)) return 'unreadable';
    position = next;
  }
  return position >= size ? 'truncated' : 'unreadable';
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
