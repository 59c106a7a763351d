import { crc32, deflateSync } from 'node:zlib';
import { createCanvas } from '@napi-rs/canvas';
import { encodeSilently } from '../../service/rendering/h264.ts';

/** A picture of one colour (opaque unless the colour is not), encoded by a real encoder. */
export async function imageOf(
  format: 'jpeg' | 'png' | 'webp' | 'gif',
  width: number,
  height: number,
  colour = '#c03020',
): Promise<Uint8Array> {
  const canvas = createCanvas(width, height);
  const context = canvas.getContext('2d');
  context.fillStyle = colour;
  context.fillRect(0, 0, width, height);
  if (format === 'gif') return canvas.encode('gif');
  return format === 'png' ? canvas.encode('png') : canvas.encode(format);
}

/** A grey BMP of 24 bits. */
export function bmpOf(width: number, height: number): Uint8Array {
  const rowBytes = Math.ceil((width * 3) / 4) * 4;
  const [headerBytes, pixelBytes] = [54, rowBytes * height];
  const file = Buffer.alloc(headerBytes + pixelBytes, 0x80);
  file.fill(0, 0, headerBytes);
  file.write('BM', 0, 'latin1');
  file.writeUInt32LE(file.length, 2);
  file.writeUInt32LE(headerBytes, 10);
  file.writeUInt32LE(40, 14);
  file.writeInt32LE(width, 18);
  file.writeInt32LE(height, 22);
  file.writeUInt16LE(1, 26);
  file.writeUInt16LE(24, 28);
  file.writeUInt32LE(pixelBytes, 34);
  return file;
}

/** A square PNG of one colour from a palette; with an opacity (0 to 255) it has a `tRNS` chunk. */
export function palettePngOf(side: number, opacity?: number): Uint8Array {
  const header = Buffer.alloc(13);
  header.writeUInt32BE(side, 0);
  header.writeUInt32BE(side, 4);
  header.set([8, 3, 0, 0, 0], 8);
  return Buffer.concat([
    Buffer.from('89504e470d0a1a0a', 'hex'),
    pngChunk('IHDR', header),
    pngChunk('PLTE', Buffer.from([0xc0, 0x30, 0x20])),
    ...(opacity === undefined ? [] : [pngChunk('tRNS', Buffer.from([opacity]))]),
    pngChunk('IDAT', deflateSync(Buffer.alloc((side + 1) * side))),
    pngChunk('IEND', Buffer.alloc(0)),
  ]);
}

function pngChunk(type: string, content: Buffer): Buffer {
  const typed = Buffer.concat([Buffer.from(type, 'latin1'), content]);
  const [length, checksum] = [Buffer.alloc(4), Buffer.alloc(4)];
  length.writeUInt32BE(content.length);
  checksum.writeUInt32BE(crc32(typed));
  return Buffer.concat([length, typed, checksum]);
}

/** A small MP4 (H.264) of so many seconds. */
export function mp4Of(seconds: number): Promise<Uint8Array> {
  const job = { model: 'none', prompt: 'A reference', width: 160, height: 120, seed: 1 };
  return encodeSilently(
    { ...job, durationSeconds: seconds, watermark: false, sound: false },
    'silent: a reference',
  );
}

/** The same film under the brand of QuickTime. */
export function movOf(mp4: Uint8Array): Uint8Array {
  const copy = Buffer.from(mp4);
  copy.write('qt  ', 8, 'latin1');
  return copy;
}
