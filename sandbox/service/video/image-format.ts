export type ImageFormat = 'jpeg' | 'png' | 'bmp' | 'webp';

/** The format of an image that section C takes, by its first bytes; its name and content type do not matter. */
export function imageFormatOf(bytes: Uint8Array): ImageFormat | undefined {
  const head = Buffer.from(bytes.buffer, bytes.byteOffset, Math.min(bytes.length, 16)).toString('latin1');
  if (head.startsWith('\xff\xd8\xff')) return 'jpeg';
  if (head.startsWith('\x89PNG\r\n\x1a\n')) return 'png';
  if (head.startsWith('BM')) return 'bmp';
  return head.startsWith('RIFF') && head.startsWith('WEBP', 8) ? 'webp' : undefined;
}
