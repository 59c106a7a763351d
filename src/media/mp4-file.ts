import type { Movie, Track } from 'mp4box';
import { type Mp4Index, readMp4Index } from './mp4-index.ts';

export interface VideoFacts {
  readonly width: number;
  readonly height: number;
  /** From the track's own time scale, so exact to a frame. */
  readonly seconds: number;
}

/** What an MP4 with a complete H.264 track shows; undefined if it isn't one. */
export async function readMp4File(path: string): Promise<VideoFacts | undefined> {
  const index = await readMp4Index(path);
  const track = index?.movie.tracks.find((each) => /^avc[13]\./.test(each.codec));
  return index && track?.video ? judgeTrack(index, track) : undefined;
}

/** What a video track shows, if everything its index promises is inside the file. */
export function judgeTrack({ iso, movie, fileBytes }: Mp4Index, track: Track): VideoFacts | undefined {
  const samples = iso.getTrackSamplesInfo(track.id);
  if (!movie.isFragmented && samples.length === 0) return undefined;
  if (samples.some((sample) => sample.offset + sample.size > fileBytes)) return undefined;
  const seconds = trackSeconds(movie, track);
  const { width = 0, height = 0 } = track.video ?? {};
  return seconds > 0 && width > 0 && height > 0 ? { width, height, seconds } : undefined;
}

function trackSeconds(movie: Movie, track: Track): number {
  if (movie.isFragmented && movie.fragment_duration) {
    return movie.fragment_duration.num / movie.fragment_duration.den;
  }
  return track.duration / track.timescale;
}
