import { entriesOf, holdsSamples, isTable } from './mp4-tables.ts';

/**
 * The boxes needed from a video's index, by the box they're in. All others are removed before a library sees the file,
 * because each box that it knows is one more that could break it.
 */
const needed: Readonly<Record<string, readonly string[]>> = {
  '': ['ftyp', 'moov', 'moof'],
  moov: ['mvhd', 'trak', 'mvex'],
  trak: ['tkhd', 'mdia'],
  mdia: ['mdhd', 'hdlr', 'minf'],
  minf: ['stbl'],
  stbl: ['stsd', 'stts', 'stsc', 'stsz', 'stz2', 'stco', 'co64'],
  mvex: ['mehd', 'trex'],
  moof: ['mfhd', 'traf'],
  traf: ['tfhd', 'tfdt', 'trun'],
};

/** Only H.264 descriptions say more about pictures than their size (ISO 14496-15, 5.4). */
const avc = /^avc[1-4]$/;
/** The name of a description that's only a picture. */
const plainPicture = 'mp4v';
/** ISO 14496-12, 12.1.3: what comes before the boxes of a picture's description. */
const pictureHeaderBytes = 78;
/** A track has twenty; a fragment with sound and pictures has nine. */
const maxBoxes = 20_000;
/** For boxes with names and settings, which are neither tables nor containers. */
const maxPlainBytes = 64 * 1024;
/** Half an hour at 55 frames a second. Each sample costs the library a quarter of a kilobyte. */
const maxSamples = 100_000;
/** For each sample: when, in which chunk, and where. */
const maxEntries = 3 * maxSamples;

/** A box that breaks off, or tables that don't fit into the file. */
class BrokenIndex extends Error {
  override readonly name = 'BrokenIndex';
}

/**
 * Removes everything from a video's index that isn't needed to know its pictures. Works in place, and boxes keep their
 * lengths so that offsets stay true. Sound is removed completely, since it can have millions of samples.
 * @param index boxes `ftyp`, `moov` and `moof`, one after another
 * @returns whether a library may get the rest: every table fits into its box, and there aren't too many
 */
export function strikeToSkeleton(index: Buffer): boolean {
  try {
    new Skeleton().strike(index);
    return true;
  } catch (error) {
    if (error instanceof BrokenIndex) return false;
    throw error;
  }
}

interface Box {
  readonly type: string;
  /** Including its header. */
  readonly whole: Buffer;
  readonly content: Buffer;
}

class Skeleton {
  readonly #pictureTracks = new Set<number>();
  #boxes = 0;
  #samples = 0;
  #entries = 0;

  strike(index: Buffer): void {
    const outermost = [...this.#boxesIn(index)];
    // Fragments can only be checked once the tracks are known, whatever comes first.
    for (const box of outermost.filter(({ type }) => type !== 'moof')) this.#judge('', box);
    for (const box of outermost.filter(({ type }) => type === 'moof')) this.#judge('', box);
  }

  #judge(parent: string, box: Box): void {
    const isNeeded = needed[parent]?.includes(box.type) && this.#isOfPictures(box);
    if (!isNeeded) {
      rename(box, 'free');
      return;
    }
    this.#count(box);
    if (box.type === 'stsd') this.#judgeDescriptions(box.content.subarray(8));
    else if (needed[box.type]) for (const child of this.#boxesIn(box.content)) this.#judge(box.type, child);
  }

  #isOfPictures(box: Box): boolean {
    if (box.type === 'traf') {
      const header = this.#find(box, 'tfhd');
      return header !== undefined && this.#pictureTracks.has(numberAt(header.content, 4));
    }
    if (box.type !== 'trak') return true;
    const media = this.#find(box, 'mdia');
    const handler = media && this.#find(media, 'hdlr');
    if (handler?.content.toString('latin1', 8, 12) !== 'vide') return false;
    const header = this.#find(box, 'tkhd');
    if (!header) return false;
    // In version 1, two 64-bit times come first.
    this.#pictureTracks.add(numberAt(header.content, header.content[0] === 1 ? 20 : 12));
    return true;
  }

  /** Sample descriptions are boxes with fields before their own boxes. */
  #judgeDescriptions(descriptions: Buffer): void {
    for (const description of this.#boxesIn(descriptions)) {
      const isAvc = avc.test(description.type);
      if (!isAvc) rename(description, plainPicture);
      const { content } = description;
      if (content.length < pictureHeaderBytes) throw new BrokenIndex();
      for (const child of this.#boxesIn(content.subarray(pictureHeaderBytes))) {
        if (!isAvc || child.type !== 'avcC') rename(child, 'free');
      }
    }
  }

  #count({ type, content }: Box): void {
    const entries = entriesOf(type, content);
    if (entries === undefined) throw new BrokenIndex();
    if (!needed[type] && !isTable(type) && content.length > maxPlainBytes) throw new BrokenIndex();
    if (holdsSamples(type)) this.#samples += entries;
    else this.#entries += entries;
    if (this.#samples > maxSamples || this.#entries > maxEntries) throw new BrokenIndex();
  }

  #find(parent: Box, type: string): Box | undefined {
    for (const child of this.#boxesIn(parent.content)) if (child.type === type) return child;
    return undefined;
  }

  *#boxesIn(bytes: Buffer): Iterable<Box> {
    for (let at = 0; at + 8 <= bytes.length; ) {
      this.#boxes += 1;
      if (this.#boxes > maxBoxes) throw new BrokenIndex();
      const header = headerAt(bytes, at);
      const whole = bytes.subarray(at, at + header.boxBytes);
      if (header.boxBytes < header.headerBytes || whole.length < header.boxBytes) throw new BrokenIndex();
      yield { type: header.type, whole, content: whole.subarray(header.headerBytes) };
      at += header.boxBytes;
    }
  }
}

/** ISO 14496-12, 4.2: 32 bits; 1 announces 64 bits, 0 a box up to the end. */
function headerAt(bytes: Buffer, at: number): { type: string; headerBytes: number; boxBytes: number } {
  const type = bytes.toString('latin1', at + 4, at + 8);
  const length = bytes.readUInt32BE(at);
  if (length !== 1) return { type, headerBytes: 8, boxBytes: length || bytes.length - at };
  if (at + 16 > bytes.length) throw new BrokenIndex();
  return { type, headerBytes: 16, boxBytes: Number(bytes.readBigUInt64BE(at + 8)) };
}

function rename({ whole }: Box, type: string): void {
  whole.write(type, 4, 'latin1');
}

function numberAt(content: Buffer, at: number): number {
  if (content.length < at + 4) throw new BrokenIndex();
  return content.readUInt32BE(at);
}
