import { type LeafNode, readLeafNode } from './leaf-node.ts';
import { MalformedMls, MlsReader } from './mls-bytes.ts';
import { ciphersuite, mlsVersion } from './mls-crypto.ts';

export interface Commit {
  /** The MLSMessage, as op 29 carries it. */
  readonly bytes: Buffer;
  readonly groupId: Buffer;
  readonly epoch: bigint;
  readonly leafIndex: number;
  /** References (hex) in the commit's order, in which added members take their leaves. */
  readonly references: readonly string[];
  /** Proposals inside the commit itself, which DAVE forbids. */
  readonly ownProposals: boolean;
  /** The committer's new leaf, if the commit has a path. */
  readonly leaf: LeafNode | undefined;
  readonly welcome: Welcome | undefined;
}

export interface Welcome {
  readonly bytes: Buffer;
  /** Key packages (references in hex) it is for. */
  readonly recipients: readonly string[];
}

const publicMessage = 1;
const senderIsMember = 1;
const contentIsCommit = 3;
const inline = 1;
const byReference = 2;

/**
 * Reads the payload of op 28: a commit as MLSMessage, directly followed by a bare Welcome or by nothing.
 * The signature and the tags of the commit are the members' to check: they need the group's secrets and its tree.
 * @throws MalformedMls
 */
export function readCommit(payload: Buffer): Commit {
  const reader = new MlsReader(payload);
  if (reader.uint16() !== mlsVersion) throw new MalformedMls('a message of another version of MLS');
  if (reader.uint16() !== publicMessage) throw new MalformedMls('commits are sent as public messages');
  const groupId = reader.vector();
  const epoch = reader.uint64();
  if (reader.uint8() !== senderIsMember) throw new MalformedMls('only members commit');
  const leafIndex = reader.uint32();
  reader.vector(); // authenticated data
  if (reader.uint8() !== contentIsCommit) throw new MalformedMls('op 28 carries a commit');
  const { references, ownProposals } = readProposals(reader);
  const leaf = reader.optional(readPath);
  reader.vector(); // signature
  reader.vector(); // confirmation tag
  reader.vector(); // membership tag
  const bytes = reader.since(0);
  const welcome = reader.atEnd ? undefined : readWelcome(payload.subarray(bytes.length));
  return { bytes, groupId, epoch, leafIndex, references, ownProposals, leaf, welcome };
}

function readProposals(reader: MlsReader): Pick<Commit, 'references' | 'ownProposals'> {
  const inner = new MlsReader(reader.vector());
  const references: string[] = [];
  while (!inner.atEnd) {
    const type = inner.uint8();
    // A proposal by value has no length in front of it; what follows it need not be read to refuse the commit.
    if (type === inline) return { references, ownProposals: true };
    if (type !== byReference) throw new MalformedMls('a proposal is there by value or by reference');
    references.push(inner.vector().toString('hex'));
  }
  return { references, ownProposals: false };
}

function readPath(reader: MlsReader): LeafNode {
  const leaf = readLeafNode(reader);
  reader.list((node) => {
    node.vector(); // public key
    node.list(readCiphertext);
  });
  return leaf;
}

function readWelcome(bytes: Buffer): Welcome {
  const reader = new MlsReader(bytes);
  if (reader.uint16() !== ciphersuite) throw new MalformedMls('a welcome of another ciphersuite');
  const recipients = reader.list((secret) => {
    const recipient = secret.vector().toString('hex');
    readCiphertext(secret);
    return recipient;
  });
  reader.vector(); // encrypted group info
  reader.expectEnd();
  return { bytes, recipients };
}

function readCiphertext(reader: MlsReader): void {
  reader.vector(); // encapsulated key
  reader.vector(); // ciphertext
}
