import { createPrivateKey, type KeyObject } from 'node:crypto';
import { createRequire } from 'node:module';
import { describe, expect, test } from 'vitest';
import { readKeyPackage } from '../../../../discord/voice/dave/key-package.ts';
import { readLeafNode } from '../../../../discord/voice/dave/leaf-node.ts';
import { MalformedMls, MlsReader, vector } from '../../../../discord/voice/dave/mls-bytes.ts';
import { signWithLabel } from '../../../../discord/voice/dave/mls-crypto.ts';

const davey: typeof import('@snazzah/davey') = createRequire(import.meta.url)('@snazzah/davey');

const ann = '1324000000000000101';
const ben = '1324000000000000102';
const keys = davey.generateP256Keypair();

interface Changes {
  readonly leaf?: (signedPart: Buffer) => Buffer;
  readonly leafSignature?: (signature: Buffer) => Buffer;
}

/** A real key package, changed in one place and signed again by the same key wherever that does not undo the change. */
function keyPackage(userId: string, { leaf, leafSignature }: Changes = {}): Buffer {
  const bytes = new davey.DAVESession(1, userId, '1324000000000000777', keys).getSerializedKeyPackage();
  const reader = new MlsReader(bytes);
  reader.uint16();
  reader.uint16();
  reader.vector();
  const head = reader.since(0);
  const { signedPart } = readLeafNode(reader);
  const changed = leaf?.(Buffer.from(signedPart)) ?? signedPart;
  const signature = signWithLabel(privateKey(), 'LeafNodeTBS', changed);
  const signedLeaf = [changed, vector(leafSignature?.(signature) ?? signature)];
  const whole = Buffer.concat([head, ...signedLeaf, vector()]);
  return Buffer.concat([whole, vector(signWithLabel(privateKey(), 'KeyPackageTBS', whole))]);
}

function privateKey(): KeyObject {
  const [x, y, d] = [keys.public.subarray(1, 33), keys.public.subarray(33), keys.private];
  const [encodedX, encodedY, encodedD] = [x, y, d].map((part) => part.toString('base64url'));
  return createPrivateKey({
    format: 'jwk',
    key: { kty: 'EC', crv: 'P-256', x: encodedX, y: encodedY, d: encodedD },
  });
}

function withLifetime(leaf: Buffer, change: (at: number) => void): Buffer {
  // not_before, all zero, and not_after, all one.
  change(leaf.indexOf(Buffer.alloc(8, 0xff)) - 8);
  return leaf;
}

describe('a key package', () => {
  test('is read when everything about it is right', () => {
    const read = readKeyPackage(keyPackage(ann), ann);
    expect(read.userId).toBe(ann);
    expect(read.signatureKey).toEqual(keys.public);
  });

  test('of somebody else is refused', () => {
    expect(() => readKeyPackage(keyPackage(ben), ann)).toThrow('in the name of someone else');
  });

  test('that begins later or ends at all is refused', () => {
    for (const offset of [7, 15]) {
      const leaf = (signedPart: Buffer) =>
        withLifetime(signedPart, (at) => signedPart.writeUInt8(7, at + offset));
      expect(() => readKeyPackage(keyPackage(ann, { leaf }), ann)).toThrow('expires');
    }
  });

  test('whose leaf somebody else signed is refused', () => {
    const leafSignature = () => signWithLabel(privateKey(), 'LeafNodeTBS', Buffer.from('another leaf'));
    expect(() => readKeyPackage(keyPackage(ann, { leafSignature }), ann)).toThrow('signature of the leaf');
  });

  test('whose signature is none is refused, and nothing else happens', () => {
    const leafSignature = () => Buffer.alloc(70, 3);
    expect(() => readKeyPackage(keyPackage(ann, { leafSignature }), ann)).toThrow(MalformedMls);
  });

  test('with another kind of credential is refused', () => {
    const identity = Buffer.alloc(8);
    identity.writeBigUInt64BE(BigInt(ann));
    const leaf = (signedPart: Buffer) => {
      signedPart.writeUInt16BE(2, signedPart.indexOf(identity) - 3);
      return signedPart;
    };
    expect(() => readKeyPackage(keyPackage(ann, { leaf }), ann)).toThrow('basic credentials');
  });
});
