import { createCipheriv, createDecipheriv, createSecretKey, type KeyObject } from 'node:crypto';
import { xchacha20poly1305 } from '@noble/ciphers/chacha.js';

export type TransportMode = 'aead_aes256_gcm_rtpsize' | 'aead_xchacha20_poly1305_rtpsize';

/** In the order of preference of the documents; XChaCha20 is the one that every server has. */
export const transportModes: readonly TransportMode[] = [
  'aead_aes256_gcm_rtpsize',
  'aead_xchacha20_poly1305_rtpsize',
];

const tagBytes = 16;
const counterBytes = 4;
const rememberedCounters = 1_024;
const nonceBytes = { aead_aes256_gcm_rtpsize: 12, aead_xchacha20_poly1305_rtpsize: 24 } as const;

export interface Opened {
  readonly body: Buffer;
  /** What the sender made this packet's nonce of. */
  readonly counter: number;
}

/**
 * Encryption between one client and the server, one key for both ways. The clear part of the RTP header is
 * authenticated; tag and big-endian counter follow the ciphertext, the counter being the start of the nonce.
 */
export class TransportCipher {
  readonly mode: TransportMode;
  readonly key: Buffer;
  /** Importing a key takes Node longer than encrypting a packet. */
  readonly #imported: KeyObject;
  /** Clients count from the bottom, so the server starts half-way: no nonce is used twice with a key. */
  #counter = 0x8000_0000;
  readonly #used = new Set<number>();

  constructor(mode: TransportMode, key: Buffer) {
    this.mode = mode;
    this.key = key;
    this.#imported = createSecretKey(key);
  }

  seal(header: Buffer, body: Buffer): Buffer {
    this.#counter = this.#counter === 0xffff_ffff ? 0x8000_0000 : this.#counter + 1;
    const counter = Buffer.alloc(counterBytes);
    counter.writeUInt32BE(this.#counter);
    const nonce = this.#nonce(counter);
    if (this.mode === 'aead_xchacha20_poly1305_rtpsize')
      return Buffer.concat([header, xchacha20poly1305(this.key, nonce, header).encrypt(body), counter]);
    const cipher = createCipheriv('aes-256-gcm', this.#imported, nonce);
    cipher.setAAD(header);
    return Buffer.concat([header, cipher.update(body), cipher.final(), cipher.getAuthTag(), counter]);
  }

  /** Undefined when the packet was not sealed with this key. */
  open(packet: Buffer, clearBytes: number): Opened | undefined {
    if (packet.length < clearBytes + tagBytes + counterBytes) return undefined;
    const header = packet.subarray(0, clearBytes);
    const sealed = packet.subarray(clearBytes, packet.length - counterBytes);
    const counter = packet.subarray(packet.length - counterBytes);
    try {
      const body = this.#decrypt(header, sealed, this.#nonce(counter));
      return { body, counter: counter.readUInt32BE(0) };
    } catch {
      return undefined;
    }
  }

  /** Marks a counter of the client as used. False when it was used before, as far back as is remembered. */
  use(counter: number): boolean {
    if (this.#used.has(counter)) return false;
    this.#used.add(counter);
    const [oldest] = this.#used;
    if (this.#used.size > rememberedCounters && oldest !== undefined) this.#used.delete(oldest);
    return true;
  }

  #decrypt(header: Buffer, sealed: Buffer, nonce: Buffer): Buffer {
    if (this.mode === 'aead_xchacha20_poly1305_rtpsize')
      return Buffer.from(xchacha20poly1305(this.key, nonce, header).decrypt(sealed));
    const decipher = createDecipheriv('aes-256-gcm', this.#imported, nonce, {
      authTagLength: tagBytes,
    });
    decipher.setAAD(header);
    decipher.setAuthTag(sealed.subarray(sealed.length - tagBytes));
    return Buffer.concat([decipher.update(sealed.subarray(0, sealed.length - tagBytes)), decipher.final()]);
  }

  #nonce(counter: Buffer): Buffer {
    const nonce = Buffer.alloc(nonceBytes[this.mode]);
    counter.copy(nonce, 0);
    return nonce;
  }
}
