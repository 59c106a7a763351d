import { createFile, type Movie, MP4BoxBuffer } from 'mp4box';

/** How long an MP4 or MOV lasts; undefined when it is neither, or has no pictures that could be played. */
export function videoSecondsOf(bytes: Uint8Array): number | undefined {
  if (!beginsLikeMp4(bytes)) return undefined;
  const movie = movieOf(bytes);
  const [track] = movie?.videoTracks ?? [];
  if (!movie || !track) return undefined;
  const fragments = movie.isFragmented ? movie.fragment_duration : undefined;
  const seconds = fragments ? fragments.num / fragments.den : track.duration / track.timescale;
  return seconds > 0 ? seconds : undefined;
}

/** `ftyp`, or one of the boxes that older QuickTime files begin with. */
function beginsLikeMp4(bytes: Uint8Array): boolean {
  const type = Buffer.from(bytes.subarray(4, 8)).toString('latin1');
  return ['ftyp', 'moov', 'mdat', 'wide', 'free', 'skip'].includes(type);
}

function movieOf(bytes: Uint8Array): Movie | undefined {
  const file = createFile();
  let movie: Movie | undefined;
  file.onReady = (info) => {
    movie = info;
  };
  try {
    file.appendBuffer(MP4BoxBuffer.fromArrayBuffer(new Uint8Array(bytes).buffer, 0));
    file.flush();
  } catch {
    return undefined;
  }
  return movie;
}
