import { MalformedMls, type MlsReader } from './mls-bytes.ts';

const basicCredential = 1;
const uint64Bytes = 8;

/** How a leaf came to be: RFC 9420, 7.2. */
type LeafSource =
  | { readonly kind: 'key package'; readonly notBefore: bigint; readonly notAfter: bigint }
  | { readonly kind: 'update' }
  | { readonly kind: 'commit' };

export interface LeafNode {
  /** From the basic credential: a user id as 64 bits. */
  readonly userId: string;
  readonly signatureKey: Buffer;
  readonly source: LeafSource;
  /** What the leaf's signature covers when it comes in a key package. */
  readonly signedPart: Buffer;
  readonly signature: Buffer;
}

/** @throws MalformedMls also for credentials that DAVE does not allow. */
export function readLeafNode(reader: MlsReader): LeafNode {
  const start = reader.offset;
  reader.vector(); // encryption key
  const signatureKey = reader.vector();
  const userId = readCredential(reader);
  for (let list = 0; list < 5; list += 1) reader.vector(); // capabilities
  const source = readSource(reader);
  readExtensions(reader);
  const signedPart = reader.since(start);
  return { userId, signatureKey, source, signedPart, signature: reader.vector() };
}

export function readExtensions(reader: MlsReader): void {
  reader.list((inner) => {
    inner.uint16();
    inner.vector();
  });
}

function readCredential(reader: MlsReader): string {
  if (reader.uint16() !== basicCredential) throw new MalformedMls('only basic credentials are allowed');
  const identity = reader.vector();
  if (identity.length !== uint64Bytes) throw new MalformedMls('the identity is a user id of 64 bits');
  return identity.readBigUInt64BE().toString();
}

function readSource(reader: MlsReader): LeafSource {
  switch (reader.uint8()) {
    case 1:
      return { kind: 'key package', notBefore: reader.uint64(), notAfter: reader.uint64() };
    case 2:
      return { kind: 'update' };
    case 3:
      reader.vector(); // parent hash
      return { kind: 'commit' };
    default:
      throw new MalformedMls('a leaf of unknown origin');
  }
}
