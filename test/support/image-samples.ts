import { createCanvas } from '@napi-rs/canvas';

/** A real picture, grey or half clear. */
export function picture(
  format: 'jpeg' | 'png' | 'webp' | 'gif',
  width: number,
  height: number,
  opacity = 1,
): Buffer {
  const canvas = createCanvas(width, height);
  const context = canvas.getContext('2d');
  context.fillStyle = `rgba(120, 130, 140, ${opacity})`;
  context.fillRect(0, 0, width, height);
  switch (format) {
    case 'jpeg':
      return canvas.toBuffer('image/jpeg');
    case 'webp':
      return canvas.toBuffer('image/webp');
    case 'gif':
      return canvas.toBuffer('image/gif');
    case 'png':
      return canvas.toBuffer('image/png');
  }
}

/** A black bitmap of 24 bits; a negative height is how top-down ones are marked. */
export function bmp(width: number, height: number): Buffer {
  const rowBytes = Math.ceil((width * 3) / 4) * 4;
  const bytes = Buffer.alloc(54 + rowBytes * Math.abs(height));
  bytes.write('BM', 0, 'latin1');
  bytes.writeUInt32LE(bytes.length, 2);
  bytes.writeUInt32LE(54, 10);
  bytes.writeUInt32LE(40, 14);
  bytes.writeInt32LE(width, 18);
  bytes.writeInt32LE(height, 22);
  bytes.writeUInt16LE(1, 26);
  bytes.writeUInt16LE(24, 28);
  return bytes;
}
