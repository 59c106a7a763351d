import { createCanvas, type Image } from '@napi-rs/canvas';

const stripPixels = 1_000_000;

/**
 * Has the PNG a pixel that is not opaque? An alpha channel alone is no transparency: most programs write one always.
 *
 * @param image the same file, decoded.
 */
export function isTransparentPng(bytes: Uint8Array, image: Image): boolean {
  if (!mayBeTransparent(bytes)) return false;
  const { width, height } = image;
  const stripHeight = Math.min(height, Math.max(1, Math.floor(stripPixels / width)));
  const context = createCanvas(width, stripHeight).getContext('2d');
  for (let top = 0; top < height; top += stripHeight) {
    context.clearRect(0, 0, width, stripHeight);
    context.drawImage(image, 0, -top);
    const { data } = context.getImageData(0, 0, width, Math.min(stripHeight, height - top));
    for (let at = 3; at < data.length; at += 4) if (data[at] !== 255) return true;
  }
  return false;
}

/** PNG specification: colour types 4 and 6 have an alpha channel; others may have a `tRNS` chunk before the pixels. */
function mayBeTransparent(bytes: Uint8Array): boolean {
  const file = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length);
  const colourType = file[25];
  if (colourType === 4 || colourType === 6) return true;
  let at = 8;
  while (at + 8 <= file.length) {
    const type = file.toString('latin1', at + 4, at + 8);
    if (type === 'tRNS') return true;
    if (type === 'IDAT') return false;
    at += 12 + file.readUInt32BE(at);
  }
  return false;
}
