import { createCipheriv } from 'node:crypto';
import { xchacha20poly1305 } from '@noble/ciphers/chacha.js';

export const transportModes = ['aead_aes256_gcm_rtpsize', 'aead_xchacha20_poly1305_rtpsize'] as const;
export type TransportMode = (typeof transportModes)[number];
export const datagramKey = Buffer.alloc(32, 5);

export interface Sent {
  readonly payload: Uint8Array;
  readonly ssrc?: number;
  readonly sequence?: number;
  readonly timestamp?: number;
  readonly sources?: number;
  readonly extensionWords?: number | undefined;
  readonly padding?: number;
  readonly counter?: number;
}

/** A media datagram as Discord builds it (voice documentation, transport encryption), for tests. */
export function datagramOf(sent: Sent, mode: TransportMode = 'aead_aes256_gcm_rtpsize'): Buffer {
  const { payload, ssrc = 77, sequence = 0, timestamp = 0, sources = 0, padding = 0, counter = 1 } = sent;
  const { extensionWords } = sent;
  const extended = extensionWords !== undefined;
  const clear = Buffer.alloc(12 + 4 * sources + (extended ? 4 : 0), 0xaa);
  clear[0] = 0x80 | (padding > 0 ? 0x20 : 0) | (extended ? 0x10 : 0) | sources;
  clear[1] = 0x78;
  clear.writeUInt16BE(sequence, 2);
  clear.writeUInt32BE(timestamp, 4);
  clear.writeUInt32BE(ssrc, 8);
  if (extended) {
    clear.writeUInt16BE(0xbede, clear.length - 4);
    clear.writeUInt16BE(extensionWords, clear.length - 2);
  }
  const filling = Buffer.alloc(padding);
  if (padding > 0) filling[padding - 1] = padding;
  const plain = Buffer.concat([Buffer.alloc(4 * (extensionWords ?? 0), 0xee), payload, filling]);
  const tail = Buffer.alloc(4);
  tail.writeUInt32BE(counter);
  const nonce = Buffer.concat([tail, Buffer.alloc(mode === 'aead_aes256_gcm_rtpsize' ? 8 : 20)]);
  if (mode === 'aead_xchacha20_poly1305_rtpsize')
    return Buffer.concat([clear, xchacha20poly1305(datagramKey, nonce, clear).encrypt(plain), tail]);
  const cipher = createCipheriv('aes-256-gcm', datagramKey, nonce).setAAD(clear);
  return Buffer.concat([clear, cipher.update(plain), cipher.final(), cipher.getAuthTag(), tail]);
}
