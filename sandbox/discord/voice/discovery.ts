const packetBytes = 74;
const lengthAfterLength = 70;
const addressBytes = 64;

/** The SSRC that asks for its outside address, or undefined if this isn't an IP discovery of exactly 74 bytes. */
export function readDiscovery(packet: Buffer): number | undefined {
  if (packet.length !== packetBytes) return undefined;
  if (packet.readUInt16BE(0) !== 1 || packet.readUInt16BE(2) !== lengthAfterLength) return undefined;
  return packet.readUInt32BE(4);
}

export function answerDiscovery(ssrc: number, address: string, port: number): Buffer {
  const answer = Buffer.alloc(packetBytes);
  answer.writeUInt16BE(2, 0);
  answer.writeUInt16BE(lengthAfterLength, 2);
  answer.writeUInt32BE(ssrc, 4);
  answer.write(address, 8, addressBytes - 1, 'ascii');
  answer.writeUInt16BE(port, packetBytes - 2);
  return answer;
}
