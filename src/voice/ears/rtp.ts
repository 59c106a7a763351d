import { createDecipheriv, createSecretKey, KeyObject } from 'node:crypto';
import { type Networking, NetworkingStatusCode, type VoiceConnection } from '@discordjs/voice';
import { xchacha20poly1305 } from '@noble/ciphers/chacha.js';

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

/** Node imports a key that is given as bytes for every single packet, which takes four times as long as decrypting it. */
const imported = new WeakMap<Uint8Array, KeyObject>();
const tagBytes = 16;
const counterBytes = 4;

/**
 * Decrypts a datagram of the `rtpsize` modes: ciphertext, tag, and the counter that begins the nonce (spec 5, 5.2).
 * @param clearBytes how much in front is only authenticated
 * @throws {Error} when it is not authentic; {RangeError} for a mode that is not known, or a datagram too short
 */
export function openDatagram(
  datagram: Buffer,
  clearBytes: number,
  mode: string,
  key: Uint8Array | KeyObject,
): Buffer {
  const end = datagram.length - counterBytes;
  if (end - tagBytes < clearBytes) throw new RangeError('the datagram is too short');
  const clear = datagram.subarray(0, clearBytes);
  const nonce = Buffer.alloc(mode === 'aead_aes256_gcm_rtpsize' ? 12 : 24);
  datagram.copy(nonce, 0, end);
  switch (mode) {
    case 'aead_aes256_gcm_rtpsize': {
      const decipher = createDecipheriv('aes-256-gcm', importedKey(key), nonce);
      decipher.setAAD(clear).setAuthTag(datagram.subarray(end - tagBytes, end));
      const opened = decipher.update(datagram.subarray(clearBytes, end - tagBytes));
      decipher.final();
      return opened;
    }
    case 'aead_xchacha20_poly1305_rtpsize': {
      const opened = xchacha20poly1305(bytesOf(key), nonce, clear).decrypt(
        datagram.subarray(clearBytes, end),
      );
      return Buffer.from(opened.buffer, opened.byteOffset, opened.byteLength);
    }
    default:
      throw new RangeError(`the encryption mode ${mode} is not known`);
  }
}

/**
 * Makes a connection that is ready encrypt with a key that is imported once. @discordjs/voice hands what it holds on to
 * Node, which takes either; the other cipher wants bytes. Idempotent; to be called again for a new session.
 */
export function importSendingKey({ state }: Networking): void {
  if (state.code !== NetworkingStatusCode.Ready) return;
  const { connectionData } = state;
  if (connectionData.encryptionMode !== 'aead_aes256_gcm_rtpsize') return;
  Reflect.set(connectionData, 'secretKey', importedKey(connectionData.secretKey));
}

function importedKey(key: Uint8Array | KeyObject): KeyObject {
  if (key instanceof KeyObject) return key;
  const known = imported.get(key) ?? createSecretKey(key);
  imported.set(key, known);
  return known;
}

function bytesOf(key: Uint8Array | KeyObject): Uint8Array {
  return key instanceof KeyObject ? key.export() : key;
}

interface TapListener {
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
 * Takes the place of the receiver's handler of datagrams, which hides sequence and timestamp, decrypts everyone who is
 * subscribed, and ends a stream at its first error (spec 5, 1.1 and 1.3). The library looks the handler up each time it
 * binds a socket; one that is bound already is bound again.
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
