import { createHash, createPublicKey, type KeyObject, sign, verify } from 'node:crypto';
import { vector } from './mls-bytes.ts';

/** DHKEMP256_AES128GCM_SHA256_P256: the only one of DAVE version 1. */
export const ciphersuite = 2;
export const mlsVersion = 1;

const pointBytes = 65;
const uncompressed = 4;

/** RFC 9420, 5.1.2: it's never the content alone that is signed. */
function labelled(label: string, content: Uint8Array): Buffer {
  return Buffer.concat([vector(Buffer.from(`MLS 1.0 ${label}`)), vector(content)]);
}

export function signWithLabel(privateKey: KeyObject, label: string, content: Uint8Array): Buffer {
  return sign('sha256', labelled(label, content), { key: privateKey, dsaEncoding: 'der' });
}

/** False unless it's a valid signature by that key, and also if the key is invalid. */
export function verifyWithLabel(
  publicPoint: Buffer,
  label: string,
  content: Uint8Array,
  signature: Buffer,
): boolean {
  if (publicPoint.length !== pointBytes || publicPoint[0] !== uncompressed) return false;
  try {
    const key = createPublicKey({
      format: 'jwk',
      key: {
        kty: 'EC',
        crv: 'P-256',
        x: publicPoint.subarray(1, 33).toString('base64url'),
        y: publicPoint.subarray(33).toString('base64url'),
      },
    });
    return verify('sha256', labelled(label, content), { key, dsaEncoding: 'der' }, signature);
  } catch {
    return false;
  }
}

/** RFC 9420, 5.2. `label` is "Proposal" or "KeyPackage". */
export function hashReference(label: 'Proposal' | 'KeyPackage', value: Uint8Array): Buffer {
  return createHash('sha256')
    .update(vector(Buffer.from(`MLS 1.0 ${label} Reference`)))
    .update(vector(value))
    .digest();
}
