import { createDecipheriv, KeyObject } from 'node:crypto';
import { type Networking, NetworkingStatusCode, type VoiceConnection } from '@discordjs/voice';
import { xchacha20poly1305 } from '@noble/ciphers/chacha.js';
import { importedKey } from '../connection/networking.ts';

/** The header of a media datagram (RFC 3550, 5.1; spec 5, 5.2). */
export interface RtpHeader {
  /** 16 bit, wraps. */
  readonly sequence: number;
  /** 32 bit at 48 kHz, wraps. */
  readonly timestamp: number;
  readonly ssrc: number;
  readonly padded: boolean;
  /** The bytes before the encrypted part: the header, contributing sources, and the extension's first four bytes. */
  readonly clearBytes: number;
  /** The extension's body, which is encrypted before the payload. */
  readonly extensionBytes: number;
}

const fixedBytes = 12;
const rtpVersion = 2;
const opusPayloadType = 120;

/** Undefined if it isn't Opus over RTP: discovery, keep-alives, RTCP, video, noise. */
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

/** The payload without extension and padding; empty for packets that only keep a stream alive. */
export function payloadOf({ extensionBytes, padded }: RtpHeader, decrypted: Buffer): Buffer {
  const padding = padded ? (decrypted.at(-1) ?? 0) : 0;
  return decrypted.subarray(extensionBytes, Math.max(extensionBytes, decrypted.length - padding));
}

/** A timestamp's clock has 32 bits. */
export function later(timestamp: number, ticks: number): number {
  return (timestamp + ticks) >>> 0;
}

/** How far the second is after the first; negative if it's before. */
export function ticksBetween(first: number, second: number): number {
  return (second - first) | 0;
}

const tagBytes = 16;
const counterBytes = 4;

/**
 * Decrypts a datagram of the `rtpsize` modes: ciphertext, tag, and the counter that begins the nonce (spec 5, 5.2).
 * @param clearBytes how many bytes at the start are only authenticated
 * @throws {Error} if it isn't authentic; {RangeError} for an unknown mode, or a datagram that's too short
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

function bytesOf(key: Uint8Array | KeyObject): Uint8Array {
  return key instanceof KeyObject ? key.export() : key;
}

export type TapEvent =
  /** Anything that arrives on the media socket. */
  | { readonly is: 'datagram'; readonly datagram: Buffer }
  /** Whose stream it is (op 5). */
  | { readonly is: 'speaker'; readonly ssrc: number; readonly userId: string }
  /** The person disconnected (op 13). */
  | { readonly is: 'gone'; readonly userId: string };

/** Restores the media socket's handler. */
export type Untap = () => void;

/**
 * Replaces the receiver's datagram handler, which hides sequence and timestamp, decrypts everyone who's subscribed, and
 * ends a stream at its first error (spec 5, 1.1 and 1.3). The library looks up the handler whenever it binds a socket;
 * a socket that's already bound is bound again.
 * @param tell must not throw, because nothing catches it
 */
export function tap(connection: VoiceConnection, tell: (event: TapEvent) => void): Untap {
  const { receiver } = connection;
  const original = receiver.onUdpMessage;
  const replace = (from: (datagram: Buffer) => void, to: (datagram: Buffer) => void) => {
    const socket = mediaSocketOf(connection);
    const bound = socket?.listeners('message').includes(from) ?? false;
    if (bound) socket?.off('message', from);
    receiver.onUdpMessage = to;
    if (bound) socket?.on('message', to);
  };
  const onDatagram = (datagram: Buffer) => tell({ is: 'datagram', datagram });
  const onUpdate = (_: unknown, { audioSSRC: ssrc, userId }: { audioSSRC: number; userId: string }) =>
    tell({ is: 'speaker', ssrc, userId });
  const onDelete = ({ userId }: { userId: string }) => tell({ is: 'gone', userId });
  replace(original, onDatagram);
  receiver.ssrcMap.on('update', onUpdate).on('delete', onDelete);
  // Those who are known already aren't named again.
  const known: unknown = Reflect.get(receiver.ssrcMap, 'map');
  if (known instanceof Map) for (const speaker of known.values()) onUpdate(undefined, speaker);
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

/** Keys and encrypted session of a connection that can receive. They stay the same while its voice socket resumes. */
export function securityOf(connection: VoiceConnection) {
  const state = networkingOf(connection)?.state;
  const open = state?.code === NetworkingStatusCode.Ready || state?.code === NetworkingStatusCode.Resuming;
  return open ? { keys: state.connectionData, session: state.dave } : undefined;
}
