/** What is needed of an open file. */
export interface Mp4Source {
  read(
    into: Buffer,
    offset: number,
    length: number,
    position: number,
  ): Promise<{ buffer: Buffer; bytesRead: number }>;
}

/** One of the outermost boxes of an MP4. */
export interface Mp4Box {
  readonly type: string;
  readonly start: number;
  readonly bytes: number;
}

export type Mp4Layout =
  | { readonly is: 'whole'; readonly boxes: readonly Mp4Box[] }
  | { readonly is: 'not-mp4' | 'truncated' | 'unreadable' };

/** A fragmented video has two for each fragment. */
const maxBoxes = 20_000;

/** Walks over the outermost boxes: does it begin like an MP4, and does the last one end where the file ends? */
export async function readMp4Layout(file: Mp4Source, fileBytes: number): Promise<Mp4Layout> {
  const boxes: Mp4Box[] = [];
  let position = 0;
  while (position < fileBytes) {
    if (boxes.length === maxBoxes) return { is: 'unreadable' };
    const { buffer, bytesRead } = await file.read(Buffer.alloc(16), 0, 16, position);
    const type = buffer.toString('latin1', 4, 8);
    if (position === 0 && type !== 'ftyp') return { is: 'not-mp4' };
    if (bytesRead < 8) return { is: 'truncated' };
    const bytes = boxLength(buffer, fileBytes - position);
    if (bytes < 8) return { is: 'unreadable' };
    boxes.push({ type, start: position, bytes });
    position += bytes;
  }
  return position === fileBytes ? { is: 'whole', boxes } : { is: 'truncated' };
}

/** ISO 14496-12, 4.2: 32 bits; 1 announces 64 bits, 0 a box up to the end. */
function boxLength(header: Buffer, left: number): number {
  const length = header.readUInt32BE(0);
  if (length === 0) return left;
  return length === 1 ? Number(header.readBigUInt64BE(8)) : length;
}
