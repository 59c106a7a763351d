import { crc32, deflateSync } from 'node:zlib';

export interface PngSample {
  readonly width: number;
  readonly height: number;
  readonly colourType: 0 | 2 | 3 | 4 | 6;
  readonly bitDepth?: 1 | 2 | 4 | 8 | 16;
  /** Unfiltered rows; those of the seven passes one after another when it is interlaced. */
  readonly rows: readonly Uint8Array[];
  readonly interlaced?: boolean;
  readonly transparency?: Uint8Array;
  /** Filter of the row at an index, 0 to 4. */
  readonly filterOf?: (row: number) => number;
}

/** A PNG as the specification describes it; the widths of rows tell where a pass of an interlaced one begins. */
export function png(sample: PngSample): Buffer {
  const { colourType, bitDepth = 8, rows, interlaced = false, filterOf = () => 0 } = sample;
  const channels = { 0: 1, 2: 3, 3: 1, 4: 2, 6: 4 }[colourType];
  const pixelBytes = Math.max(1, (channels * bitDepth) / 8);
  const filtered = rows.map((row, index) => {
    const before = rows[index - 1];
    const above = before?.length === row.length && !interlaced ? before : new Uint8Array(row.length);
    return filter(filterOf(index), row, above, pixelBytes);
  });
  return pngAround({ ...sample, bitDepth, interlaced }, deflateSync(Buffer.concat(filtered)));
}

/** The chunks of a PNG around pixels that are filtered and compressed already. */
export function pngAround(sample: Omit<PngSample, 'rows'>, data: Uint8Array): Buffer {
  const { width, height, colourType, bitDepth = 8, interlaced = false, transparency } = sample;
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height, 4);
  header.set([bitDepth, colourType, 0, 0, interlaced ? 1 : 0], 8);
  return Buffer.concat([
    Buffer.from('\x89PNG\r\n\x1a\n', 'latin1'),
    chunk('IHDR', header),
    ...(colourType === 3 ? [chunk('PLTE', new Uint8Array(3 * 2 ** bitDepth))] : []),
    ...(transparency ? [chunk('tRNS', transparency)] : []),
    chunk('IDAT', data.subarray(0, 10)),
    chunk('IDAT', data.subarray(10)),
    chunk('IEND', new Uint8Array()),
  ]);
}

function chunk(name: string, content: Uint8Array): Buffer {
  const named = Buffer.concat([Buffer.from(name, 'latin1'), content]);
  const frame = Buffer.alloc(8);
  frame.writeUInt32BE(content.length, 0);
  frame.writeUInt32BE(crc32(named), 4);
  return Buffer.concat([frame.subarray(0, 4), named, frame.subarray(4)]);
}

function filter(kind: number, row: Uint8Array, above: Uint8Array, pixelBytes: number): Buffer {
  const bytes = Array.from(row, (value, at) => {
    const left = row[at - pixelBytes] ?? 0;
    const up = above[at] ?? 0;
    const corner = above[at - pixelBytes] ?? 0;
    const estimate = left + up - corner;
    const nearest = [left, up, corner].toSorted((a, b) => Math.abs(estimate - a) - Math.abs(estimate - b))[0];
    return value - ([0, left, up, Math.floor((left + up) / 2), nearest ?? 0][kind] ?? 0);
  });
  return Buffer.from([kind, ...bytes.map((value) => value & 0xff)]);
}
