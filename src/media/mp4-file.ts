import type { Movie, Track } from 'mp4box';
import { type Mp4Index, readMp4Index, type UnusableMp4 } from './mp4-index.ts';

export interface VideoFacts {
  /** As in a MIME type: `avc1.64001f`. */
  readonly codec: string;
  readonly width: number;
  readonly height: number;
  /** From the track's own time scale, so exact to a frame. */
  readonly seconds: number;
}

export type VideoInspection =
  | { readonly is: 'video'; readonly video: VideoFacts }
  | { readonly is: 'no-h264' }
  | UnusableMp4;

/** Whether it's an MP4 with a complete H.264 track. */
export async function readMp4File(path: string): Promise<VideoInspection> {
  const index = await readMp4Index(path);
  if (index.is !== 'read') return index;
  const track = index.movie.tracks.find((each) => /^avc[13]\./.test(each.codec));
  return track?.video ? judgeTrack(index, track) : { is: 'no-h264' };
}

/** What a video track shows, if everything its index promises is inside the file. */
export function judgeTrack({ iso, movie, fileBytes }: Mp4Index, track: Track): VideoInspection {
  const samples = iso.getTrackSamplesInfo(track.id);
  if (!movie.isFragmented && samples.length === 0) return { is: 'unreadable' };
  if (samples.some((sample) => sample.offset + sample.size > fileBytes)) return { is: 'truncated' };
  const seconds = trackSeconds(movie, track);
  const { width = 0, height = 0 } = track.video ?? {};
  if (!(seconds > 0 && width > 0 && height > 0)) return { is: 'unreadable' };
  return { is: 'video', video: { codec: track.codec, width, height, seconds } };
}

function trackSeconds(movie: Movie, track: Track): number {
  if (movie.isFragmented && movie.fragment_duration) {
    return movie.fragment_duration.num / movie.fragment_duration.den;
  }
  return track.duration / track.timescale;
}
