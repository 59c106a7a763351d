import { generateKeyPairSync } from 'node:crypto';
import type { KeyPackage } from './key-package.ts';
import { uint8, uint16, uint32, uint64, vector } from './mls-bytes.ts';
import { hashReference, mlsVersion, signWithLabel } from './mls-crypto.ts';

export type Change =
  | { readonly kind: 'add'; readonly userId: string; readonly keyPackage: KeyPackage }
  | { readonly kind: 'remove'; readonly leafIndex: number };

export interface Proposal {
  readonly change: Change;
  /** An MLSMessage. */
  readonly message: Buffer;
  /** How a commit names it: SHA-256. */
  readonly reference: Buffer;
}

export interface ExternalSender {
  /** Payload of op 25: the key and the credential that members check proposals with. */
  readonly package: Buffer;
  propose(change: Change, groupId: Buffer, epoch: bigint): Proposal;
}

const publicMessage = 1;
const senderIsExternal = 2;
const contentIsProposal = 2;
const basicCredential = 1;

/** The voice gateway's own identity towards MLS groups: it may propose to add and to remove, nothing else. */
export function createExternalSender(): ExternalSender {
  const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const { x = '', y = '' } = publicKey.export({ format: 'jwk' });
  const point = Buffer.concat([uint8(4), Buffer.from(x, 'base64url'), Buffer.from(y, 'base64url')]);
  const identity = Buffer.from('voice gateway');
  return {
    package: Buffer.concat([vector(point), uint16(basicCredential), vector(identity)]),
    propose: (change, groupId, epoch) => {
      const content = Buffer.concat([
        vector(groupId),
        uint64(epoch),
        uint8(senderIsExternal),
        uint32(0),
        vector(), // authenticated data
        uint8(contentIsProposal),
        encode(change),
      ]);
      const wired = Buffer.concat([uint16(publicMessage), content]);
      const versioned = Buffer.concat([uint16(mlsVersion), wired]);
      const signature = vector(signWithLabel(privateKey, 'FramedContentTBS', versioned));
      return {
        change,
        message: Buffer.concat([versioned, signature]),
        reference: hashReference('Proposal', Buffer.concat([wired, signature])),
      };
    },
  };
}

function encode(change: Change): Buffer {
  return change.kind === 'add'
    ? Buffer.concat([uint16(1), change.keyPackage.bytes])
    : Buffer.concat([uint16(3), uint32(change.leafIndex)]);
}
