/** What a media datagram says about itself (RFC 3550, 5.1; spec 5, 5.2). */
export interface RtpHeader {
  /** 16 bit, wraps. */
  readonly sequence: number;
  /** 32 bit at 48 kHz, wraps. */
  readonly timestamp: number;
  readonly ssrc: number;
  readonly padded: boolean;
  /** What is in front of the encrypted part: the header, contributing sources, and the extension's first four bytes. */
  readonly clearBytes: number;
  /** The body of the extension, which is encrypted in front of the payload. */
  readonly extensionBytes: number;
}

const fixedBytes = 12;
const rtpVersion = 2;
const opusPayloadType = 120;

/** Undefined for whatever is no Opus over RTP: discovery, keep-alives, RTCP, video, noise. */
export function rtpHeaderOf(datagram: Buffer): RtpHeader | undefined {
  if (datagram.length < fixedBytes) return undefined;
  const first = datagram.readUInt8(0);
  if (first >> 6 !== rtpVersion || (datagram.readUInt8(1) & 0x7f) !== opusPayloadType) return undefined;
  const extended = (first & 0x10) !== 0;
  const sourcesEnd = fixedBytes + 4 * (first & 0x0f);
  const clearBytes = sourcesEnd + (extended ? 4 : 0);
  if (datagram.length < clearBytes) return undefined;
  return {
    sequence: datagram.readUInt16BE(2),
    timestamp: datagram.readUInt32BE(4),
    ssrc: datagram.readUInt32BE(8),
    padded: (first & 0x20) !== 0,
    clearBytes,
    extensionBytes: extended ? 4 * datagram.readUInt16BE(sourcesEnd + 2) : 0,
  };
}

/** What is left without extension and padding: nothing, for packets that only keep a stream alive. */
export function payloadOf({ extensionBytes, padded }: RtpHeader, decrypted: Buffer): Buffer {
  const padding = padded ? (decrypted.at(-1) ?? 0) : 0;
  return decrypted.subarray(extensionBytes, Math.max(extensionBytes, decrypted.length - padding));
}

/** A timestamp's clock has 32 bits. */
export function later(timestamp: number, ticks: number): number {
  return (timestamp + ticks) >>> 0;
}

/** How far the second is behind the first; negative when it is in front. */
export function ticksBetween(first: number, second: number): number {
  return (second - first) | 0;
}
