const userIdBytes = 8;
/** RFC 6716: a frame has at most 1,275 bytes, and a packet of 20 ms at most eight of 2.5 ms. */
const largestPacketBytes = 8 * 1275 + 16;
const celtMs = [2.5, 5, 10, 20];
const silkMs = [10, 20, 40, 60];

/** A packet with the one it came from in front: 8 bytes, big-endian. */
export function addressed(userId: string, packet: Uint8Array): Buffer {
  const message = Buffer.alloc(userIdBytes + packet.length);
  message.writeBigUInt64BE(BigInt(userId));
  message.set(packet, userIdBytes);
  return message;
}

/** How long an Opus packet plays, by its first two bytes (RFC 6716, 3.1 and 3.2); undefined if it isn't one. */
export function opusPacketMs(packet: Uint8Array): number | undefined {
  const [toc, count = 0] = packet;
  if (toc === undefined || packet.length > largestPacketBytes) return undefined;
  const frames = (toc & 3) === 0 ? 1 : (toc & 3) === 3 ? count & 63 : 2;
  return frames === 0 ? undefined : frames * frameMs(toc >> 3);
}

function frameMs(configuration: number): number {
  if (configuration >= 16) return celtMs[configuration & 3] ?? 0;
  if (configuration >= 12) return configuration % 2 === 0 ? 10 : 20;
  return silkMs[configuration & 3] ?? 0;
}
