import { createFile, MP4BoxBuffer } from 'mp4box';

export interface Mp4Facts {
  readonly seconds: number;
  /** As `avc1.42001f` (H.264) or `mp4a.40.2` (AAC). */
  readonly codecs: readonly string[];
  readonly width: number | undefined;
  readonly height: number | undefined;
  readonly frames: number | undefined;
}

/** What the boxes of an MP4 file say; throws when it is none. */
export function mp4Facts(bytes: Uint8Array): Mp4Facts {
  const file = createFile();
  const copy = new Uint8Array(bytes).buffer;
  file.appendBuffer(MP4BoxBuffer.fromArrayBuffer(copy, 0));
  file.flush();
  const info = file.getInfo();
  const [video] = info.videoTracks;
  return {
    seconds: info.duration / info.timescale,
    codecs: info.tracks.map((track) => track.codec),
    width: video?.video?.width,
    height: video?.video?.height,
    frames: video?.nb_samples,
  };
}
