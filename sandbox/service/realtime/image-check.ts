import { imageSize } from 'image-size';

/** The size of a JPEG; undefined for anything else. */
export function largestSides(
  image: Uint8Array,
): { readonly width: number; readonly height: number } | undefined {
  if (image[0] !== 0xff || image[1] !== 0xd8) return undefined;
  try {
    const { width, height, type } = imageSize(image);
    return type === 'jpg' ? { width, height } : undefined;
  } catch {
    return undefined;
  }
}
