/** A file's type by its first bytes, or by its name if they don't say. */
export function contentTypeOf(bytes: Buffer, filename: string): string {
  return bySignature(bytes) ?? byName(filename) ?? 'application/octet-stream';
}

const signatures: readonly (readonly [string, string])[] = [
  ['89504e470d0a1a0a', 'image/png'],
  ['ffd8ff', 'image/jpeg'],
  ['474946383961', 'image/gif'],
  ['474946383761', 'image/gif'],
  ['4f676753', 'audio/ogg'],
  ['494433', 'audio/mpeg'],
  ['fffb', 'audio/mpeg'],
  ['664c6143', 'audio/flac'],
  ['1a45dfa3', 'video/webm'],
  ['25504446', 'application/pdf'],
  ['504b0304', 'application/zip'],
];

function bySignature(bytes: Buffer): string | undefined {
  const hex = bytes.subarray(0, 12).toString('hex');
  const found = signatures.find(([start]) => hex.startsWith(start));
  if (found) return found[1];
  const brand = bytes.subarray(8, 12).toString('latin1');
  if (bytes.subarray(4, 8).toString('latin1') === 'ftyp')
    return brand === 'qt  ' ? 'video/quicktime' : 'video/mp4';
  if (bytes.subarray(0, 4).toString('latin1') === 'RIFF') {
    if (brand === 'WAVE') return 'audio/x-wav';
    if (brand === 'WEBP') return 'image/webp';
  }
  return undefined;
}

const extensions: Readonly<Record<string, string>> = {
  txt: 'text/plain; charset=utf-8',
  md: 'text/markdown; charset=utf-8',
  json: 'application/json; charset=utf-8',
  csv: 'text/csv; charset=utf-8',
  html: 'text/html; charset=utf-8',
  mp4: 'video/mp4',
  mp3: 'audio/mpeg',
  wav: 'audio/x-wav',
  png: 'image/png',
};

function byName(filename: string): string | undefined {
  return extensions[filename.split('.').at(-1)?.toLowerCase() ?? ''];
}

/** Width and height in pixels of PNG, GIF and MP4; undefined foreverything else. */
export function pixelSizeOf(
  bytes: Buffer,
  contentType: string,
): { width: number; height: number } | undefined {
  if (contentType === 'image/png' && bytes.length >= 24)
    return { width: bytes.readUInt32BE(16), height: bytes.readUInt32BE(20) };
  if (contentType === 'image/gif' && bytes.length >= 10)
    return { width: bytes.readUInt16LE(6), height: bytes.readUInt16LE(8) };
  if (contentType === 'video/mp4') return mp4Size(bytes);
  return undefined;
}

/** The first track header with a picture: width and height are the last two 16.16 numbers of `tkhd`. */
function mp4Size(bytes: Buffer): { width: number; height: number } | undefined {
  for (let at = bytes.indexOf('tkhd'); at >= 4; at = bytes.indexOf('tkhd', at + 4)) {
    const end = at - 4 + bytes.readUInt32BE(at - 4);
    if (end > bytes.length || end - at < 80) continue;
    const width = bytes.readUInt32BE(end - 8) >> 16;
    const height = bytes.readUInt32BE(end - 4) >> 16;
    if (width > 0 && height > 0) return { width, height };
  }
  return undefined;
}
