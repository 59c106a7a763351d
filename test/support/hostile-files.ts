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
