/**
 * The length of an MP3's sound, counted frame by frame, because a table in front may promise anything. Undefined if it
 * doesn't begin like an MP3. Takes at most one step per byte. Layouts: ISO 11172-3, 2.4.2.3 and ISO 13818-3, 2.4.2.3
 * (layer III, constant or variable rate); ID3v2.4, 3.1.
 */
export function mp3Seconds(bytes: Buffer): number | undefined {
  let seconds = 0;
  let at = behindTags(bytes);
  const firstFrameBy = at + paddingBytes;
  while (at + headerBytes <= bytes.length) {
    const frame = frameAt(bytes, at);
    const isFrame = frame !== undefined && isFollowed(bytes, at + frame.bytes);
    if (!isFrame && seconds === 0 && at > firstFrameBy) return undefined;
    seconds += isFrame ? frame.seconds : 0;
    at += isFrame ? frame.bytes : 1;
  }
  return seconds > 0 ? seconds : undefined;
}

const headerBytes = 4;
/** Tags often leave some room at the end. */
const paddingBytes = 4_096;

/** Bytes that only look like a frame's header aren't followed by another one. */
function isFollowed(bytes: Buffer, at: number): boolean {
  if (at > bytes.length) return false;
  const isEnd = at + headerBytes > bytes.length;
  return isEnd || frameAt(bytes, at) !== undefined || tagMarks.has(bytes.toString('latin1', at, at + 3));
}

/** How tags at the end of the file begin. */
const tagMarks: ReadonlySet<string> = new Set(['TAG', 'APE', 'LYR', 'ID3']);

interface Frame {
  readonly bytes: number;
  readonly seconds: number;
}

function frameAt(bytes: Buffer, at: number): Frame | undefined {
  const kind = bytes[at + 1] ?? 0;
  const rates = bytes[at + 2] ?? 0;
  const isLayer3 = ((kind >> 1) & 3) === 1;
  if (bytes[at] !== 0xff || kind < 0xe0 || !isLayer3) return undefined;
  const version = versions[(kind >> 3) & 3];
  if (!version) return undefined;
  const bitsPerSecond = (version.kilobits[rates >> 4] ?? 0) * 1_000;
  const sampleRateHz = version.sampleRatesHz[(rates >> 2) & 3];
  if (!bitsPerSecond || !sampleRateHz) return undefined;
  const padding = (rates >> 1) & 1;
  return {
    bytes: Math.floor(((version.samples / 8) * bitsPerSecond) / sampleRateHz) + padding,
    seconds: version.samples / sampleRateHz,
  };
}

const mpeg1 = {
  samples: 1_152,
  kilobits: [0, 32, 40, 48, 56, 64, 80, 96, 112, 128, 160, 192, 224, 256, 320],
  sampleRatesHz: [44_100, 48_000, 32_000],
};
const mpeg2 = {
  samples: 576,
  kilobits: [0, 8, 16, 24, 32, 40, 48, 56, 64, 80, 96, 112, 128, 144, 160],
  sampleRatesHz: [22_050, 24_000, 16_000],
};
const mpeg25 = { ...mpeg2, sampleRatesHz: [11_025, 12_000, 8_000] };
/** By the two bits that encode it. */
const versions = [mpeg25, undefined, mpeg2, mpeg1] as const;

function behindTags(bytes: Buffer): number {
  let at = 0;
  while (bytes.toString('latin1', at, at + 3) === 'ID3' && at + 10 <= bytes.length) {
    const hasFooter = (bytes.readUInt8(at + 5) & 0x10) !== 0;
    at += 10 + syncSafe(bytes, at + 6) + (hasFooter ? 10 : 0);
  }
  return at;
}

/** Seven bits from each of four bytes. */
function syncSafe(bytes: Buffer, at: number): number {
  return [0, 1, 2, 3].reduce((value, index) => (value << 7) | ((bytes[at + index] ?? 0) & 0x7f), 0);
}
