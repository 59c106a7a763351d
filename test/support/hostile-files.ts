import { deflateSync } from 'node:zlib';
import { pngAround } from './png-samples.ts';
import { box } from './video-samples.ts';

/** A film whose index says that it has so many samples of one byte each. No table stands behind the number. */
export function withSampleCount(film: Buffer, samples: number): Buffer {
  const hostile = Buffer.from(film);
  const at = hostile.indexOf('stsz') + 8;
  hostile.writeUInt32BE(1, at);
  hostile.writeUInt32BE(samples, at + 4);
  return hostile;
}

/** A film with a fragment behind it whose run says that it has so many samples, of no fields. */
export function withRunOf(film: Buffer, samples: number): Buffer {
  const trackId = film.readUInt32BE(film.indexOf('tkhd') + 16);
  const header = box('tfhd', numbers(0, trackId));
  return Buffer.concat([
    film,
    box(
      'moof',
      Buffer.concat([
        box('mfhd', numbers(0, 1)),
        box('traf', Buffer.concat([header, box('trun', numbers(0, samples))])),
      ]),
    ),
  ]);
}

/** An opaque PNG that is as high as the format can say; its pixels go on for `rows`. */
export function tallPng(rows: number): Buffer {
  const opaqueRow = [0, 255, 255, 255, 255];
  const pixels = deflateSync(Buffer.alloc(rows * opaqueRow.length, Buffer.from(opaqueRow)));
  return pngAround({ width: 1, height: 2 ** 31 - 1, colourType: 6 }, pixels);
}

function numbers(...values: readonly number[]): Buffer {
  const bytes = Buffer.alloc(values.length * 4);
  for (const [index, value] of values.entries()) bytes.writeUInt32BE(value, index * 4);
  return bytes;
}

/** A film with a second track of sound, uncompressed: each sample of it is one of the index. */
export function withPlainSound(film: Buffer, samples: number): Buffer {
  const track = Buffer.from(boxOf(film, 'trak'));
  track.write('soun', track.indexOf('vide'), 'latin1');
  const sound = withSampleCount(track, samples);
  sound.writeUInt32BE(2, sound.indexOf('tkhd') + 16);
  return withMoreInMovie(film, sound);
}

/** A film whose fragments, if it had any, have samples of such a length. */
export function withFragmentDefaults(film: Buffer, { durationTicks }: { durationTicks: number }): Buffer {
  const trackId = film.readUInt32BE(film.indexOf('tkhd') + 16);
  return withMoreInMovie(film, box('mvex', box('trex', numbers(0, trackId, 1, durationTicks, 1, 0))));
}

function withMoreInMovie(film: Buffer, more: Buffer): Buffer {
  const movie = boxOf(film, 'moov');
  const start = film.indexOf(movie);
  return Buffer.concat([
    film.subarray(0, start),
    box('moov', Buffer.concat([movie.subarray(8), more])),
    film.subarray(start + movie.length),
  ]);
}

function boxOf(film: Buffer, type: string): Buffer {
  const start = film.indexOf(type) - 4;
  return film.subarray(start, start + film.readUInt32BE(start));
}
