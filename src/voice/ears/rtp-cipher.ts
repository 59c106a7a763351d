import { createDecipheriv, createSecretKey, KeyObject } from 'node:crypto';
import { type Networking, NetworkingStatusCode } from '@discordjs/voice';
import { xchacha20poly1305 } from '@noble/ciphers/chacha.js';

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
