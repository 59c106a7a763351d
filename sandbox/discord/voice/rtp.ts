/** RTP payload type of Opus at Discord. */
const opusPayloadType = 120;
const fixedHeaderBytes = 12;
const extensionPreambleBytes = 4;

export interface RtpHeader {
  readonly padded: boolean;
  readonly sequence: number;
  readonly timestamp: number;
  readonly ssrc: number;
  /** What stays unencrypted: the fixed header, contributing sources, and the preamble of an extension. */
  readonly clearBytes: number;
  /** Length of the header extension's body, which is encrypted in front of the payload. */
  readonly extensionBytes: number;
}

/** Undefined if it isn't an Opus packet of RTP version 2. */
export function readRtpHeader(packet: Buffer): RtpHeader | undefined {
  if (packet.length < fixedHeaderBytes) return undefined;
  const flags = packet.readUInt8(0);
  if (flags >> 6 !== 2 || (packet.readUInt8(1) & 0x7f) !== opusPayloadType) return undefined;
  const sourcesEnd = fixedHeaderBytes + (flags & 0x0f) * 4;
  const extended = (flags & 0x10) !== 0;
  const clearBytes = sourcesEnd + (extended ? extensionPreambleBytes : 0);
  if (packet.length < clearBytes) return undefined;
  return {
    padded: (flags & 0x20) !== 0,
    sequence: packet.readUInt16BE(2),
    timestamp: packet.readUInt32BE(4),
    ssrc: packet.readUInt32BE(8),
    clearBytes,
    extensionBytes: extended ? packet.readUInt16BE(sourcesEnd + 2) * 4 : 0,
  };
}

/** The frame in a decrypted body, without extension and padding; undefined if their lengths can't be right. */
export function frameOf(header: RtpHeader, body: Buffer): Buffer | undefined {
  const paddingBytes = header.padded ? (body.at(-1) ?? 0) : 0;
  const end = body.length - paddingBytes;
  if ((header.padded && paddingBytes === 0) || end < header.extensionBytes) return undefined;
  return body.subarray(header.extensionBytes, end);
}

export interface OutgoingPacket {
  readonly sequence: number;
  readonly timestamp: number;
  readonly ssrc: number;
  /** Empty for a packet that consists of padding only. */
  readonly frame: Buffer;
  /** 0 for none, at most 255. */
  readonly paddingBytes: number;
}

/** Profile of one-byte header extensions (RFC 8285), two words of body, as Discord's server adds them. */
const extensionPreamble = Buffer.from([0xbe, 0xde, 0x00, 0x02]);
/** Element 1 is an audio level, element 3 a send time of three bytes; two bytes fill the word. */
const extensionBody = Buffer.from([0x10, 0x30, 0x32, 0x5a, 0x12, 0x07, 0x00, 0x00]);

/** Header and body of a packet to a client: the header is authenticated, the body encrypted. */
export function composeRtp(packet: OutgoingPacket): { readonly header: Buffer; readonly body: Buffer } {
  const header = Buffer.alloc(fixedHeaderBytes);
  header.writeUInt8(packet.paddingBytes > 0 ? 0xb0 : 0x90, 0);
  header.writeUInt8(opusPayloadType, 1);
  header.writeUInt16BE(packet.sequence & 0xffff, 2);
  header.writeUInt32BE(packet.timestamp >>> 0, 4);
  header.writeUInt32BE(packet.ssrc, 8);
  const padding = Buffer.alloc(packet.paddingBytes);
  if (packet.paddingBytes > 0) padding.writeUInt8(packet.paddingBytes, packet.paddingBytes - 1);
  return {
    header: Buffer.concat([header, extensionPreamble]),
    body: Buffer.concat([extensionBody, packet.frame, padding]),
  };
}
