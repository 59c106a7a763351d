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
  receiver.ssrcMap.on('delete', ({ userId }) => receiver.subscriptions.get(userId)?.destroy());
}

function isOver(receiver: VoiceReceiver): boolean {
  return receiver.voiceConnection.state.status === 'destroyed';
}

/** Packets of padding only are empty; what the library could not decrypt yet still carries the marker at its end. */
function isOpus(packet: Buffer): boolean {
  return packet.length > 0 && !packet.subarray(-daveMarker.length).equals(daveMarker);
}
