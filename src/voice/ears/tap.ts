import { type Networking, NetworkingStatusCode, type VoiceConnection } from '@discordjs/voice';

export interface TapListener {
  /** Everything that arrives on the media socket. Must not throw: nothing behind it catches. */
  onDatagram(datagram: Buffer): void;
  /** Whose stream that is (op 5). */
  onSpeaker(ssrc: number, userId: string): void;
  /** That person disconnected (op 13). */
  onGone(userId: string): void;
}

/** Returns the media socket's handler to what it was. */
export type Untap = () => void;

/**
 * Takes the place of the receiver's handler of datagrams, which hides sequence and timestamp, decrypts whoever is
 * subscribed, and ends a stream at its first error (spec 5, 1.1 and 1.3). The library looks the handler up each time it
 * binds a socket; one that is bound already is bound anew.
 */
export function tap(connection: VoiceConnection, listener: TapListener): Untap {
  const { receiver } = connection;
  const original = receiver.onUdpMessage;
  const replace = (from: (datagram: Buffer) => void, to: (datagram: Buffer) => void) => {
    const socket = mediaSocketOf(connection);
    const bound = socket?.listeners('message').includes(from) ?? false;
    if (bound) socket?.off('message', from);
    receiver.onUdpMessage = to;
    if (bound) socket?.on('message', to);
  };
  const onDatagram = (datagram: Buffer) => listener.onDatagram(datagram);
  const onUpdate = (_: unknown, speaker: { audioSSRC: number; userId: string }) =>
    listener.onSpeaker(speaker.audioSSRC, speaker.userId);
  const onDelete = ({ userId }: { userId: string }) => listener.onGone(userId);
  replace(original, onDatagram);
  receiver.ssrcMap.on('update', onUpdate).on('delete', onDelete);
  return () => {
    receiver.ssrcMap.off('update', onUpdate).off('delete', onDelete);
    replace(onDatagram, original);
  };
}

export function networkingOf({ state }: VoiceConnection): Networking | undefined {
  return 'networking' in state ? state.networking : undefined;
}

function mediaSocketOf(connection: VoiceConnection) {
  const state = networkingOf(connection)?.state;
  return state && 'udp' in state ? state.udp : undefined;
}

/** Keys and encrypted session of a connection that can receive; they stay while its voice socket resumes. */
export function securityOf(connection: VoiceConnection) {
  const state = networkingOf(connection)?.state;
  const open = state?.code === NetworkingStatusCode.Ready || state?.code === NetworkingStatusCode.Resuming;
  return open ? { keys: state.connectionData, session: state.dave } : undefined;
}
