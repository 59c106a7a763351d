import { readExtensions, readLeafNode } from './leaf-node.ts';
import { MalformedMls, MlsReader } from './mls-bytes.ts';
import { ciphersuite, hashReference, mlsVersion, verifyWithLabel } from './mls-crypto.ts';

export interface KeyPackage {
  readonly userId: string;
  readonly bytes: Buffer;
  /** How a welcome names it (hex). */
  readonly reference: string;
  readonly signatureKey: Buffer;
}

const longestLifetime = 2n ** 64n - 1n;

/**
 * Reads the payload of op 26 and checks what the voice gateway checks (DAVE protocol, "Key Packages: Validation"):
 * ciphersuite, the credential's user id, the longest possible lifetime and both signatures.
 * @throws MalformedMls if any of it is wrong.
 */
export function readKeyPackage(bytes: Buffer, userId: string): KeyPackage {
  const reader = new MlsReader(bytes);
  if (reader.uint16() !== mlsVersion) throw new MalformedMls('a key package of another version of MLS');
  if (reader.uint16() !== ciphersuite) throw new MalformedMls('a key package of another ciphersuite');
  reader.vector(); // init key
  const leaf = readLeafNode(reader);
  readExtensions(reader);
  const signedPart = reader.since(0);
  const signature = reader.vector();
  reader.expectEnd();
  const { source, signatureKey } = leaf;
  if (leaf.userId !== userId) throw new MalformedMls('a key package in the name of someone else');
  if (source.kind !== 'key package') throw new MalformedMls('a leaf that is not for a key package');
  if (source.notBefore !== 0n || source.notAfter !== longestLifetime)
    throw new MalformedMls('a key package that expires');
  if (!verifyWithLabel(signatureKey, 'LeafNodeTBS', leaf.signedPart, leaf.signature))
    throw new MalformedMls('the signature of the leaf is wrong');
  if (!verifyWithLabel(signatureKey, 'KeyPackageTBS', signedPart, signature))
    throw new MalformedMls('the signature of the key package is wrong');
  const reference = hashReference('KeyPackage', bytes).toString('hex');
  return { userId, bytes, reference, signatureKey };
}
