import type { VoiceReceiver } from '@discordjs/voice';

export interface HeardPacket {
  readonly userId: string;
  /** Opus, decrypted. */
  readonly packet: Uint8Array;
}

const daveMarker = Buffer.of(0xfa, 0xfa);

/** Hears everybody in the call for as long as the receiver lives. */
export function hearEverybody(receiver: VoiceReceiver, hear: (heard: HeardPacket) => void): void {
  const listened = new Set<string>();
  const listen = (userId: string): void => {
    if (listened.has(userId)) return;
    listened.add(userId);
    const stream = receiver.subscribe(userId);
    stream.on('data', (packet: Buffer) => {
      if (isOpus(packet)) hear({ userId, packet });
    });
    // One packet that cannot be decrypted ends the stream; another one is opened as soon as it is closed.
    stream.on('error', () => {});
    stream.on('close', () => {
      listened.delete(userId);
      if (receiver.ssrcMap.get(userId) && !isOver(receiver)) listen(userId);
    });
  };
  receiver.ssrcMap.on('update', (_old, { userId }) => listen(userId));
  holdUnknown(receiver);
  receiver.ssrcMap.on('delete', ({ userId }) => receiver.subscriptions.get(userId)?.destroy());
}

/**
 * Sound can overtake the word of whose it is, for one comes over UDP and the other over the socket. The library drops what
 * it cannot place; here it waits, so that the head of a sentence does not hang on how busy the machine is.
 */
function holdUnknown(receiver: VoiceReceiver): void {
  const held: Buffer[] = [];
  const take = receiver.onUdpMessage;
  receiver.onUdpMessage = (message) => {
    const isUnknown = isSound(message) && !receiver.ssrcMap.get(message.readUInt32BE(ssrcAt));
    if (!isUnknown) take(message);
    else if (held.length < mostHeld) held.push(message);
  };
  receiver.ssrcMap.on('update', () => {
    for (const message of held.splice(0)) receiver.onUdpMessage(message);
  });
}

const ssrcAt = 8;
const opusPayloadType = 0x78;
/** Two seconds. */
const mostHeld = 100;

function isSound(message: Buffer): boolean {
  return message.length > 12 && ((message[1] ?? 0) & 0x7f) === opusPayloadType;
}

function isOver(receiver: VoiceReceiver): boolean {
  return receiver.voiceConnection.state.status === 'destroyed';
}

/** Packets of padding only are empty; what the library could not decrypt yet still carries the marker at its end. */
function isOpus(packet: Buffer): boolean {
  return packet.length > 0 && !packet.subarray(-daveMarker.length).equals(daveMarker);
}
