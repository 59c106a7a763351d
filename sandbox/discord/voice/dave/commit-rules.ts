import type { Commit } from './commit.ts';
import type { Change, Proposal } from './external-sender.ts';

export interface Expected {
  readonly groupId: Buffer;
  readonly epoch: bigint;
  readonly committer: { readonly userId: string; readonly leafIndex: number; readonly signatureKey: Buffer };
  /** Every proposal that is out and that the committer was to commit. */
  readonly proposals: readonly Proposal[];
}

/**
 * The changes of a commit in its order, or undefined when the voice gateway does not pass it on: it is late, or it is
 * not valid (DAVE protocol, "Commit Ordering", "Voice Gateway Commit Validity", "Member Add").
 */
export function changesOf(commit: Commit, expected: Expected): readonly Change[] | undefined {
  const { committer } = expected;
  if (!commit.groupId.equals(expected.groupId) || commit.epoch !== expected.epoch) return undefined;
  if (commit.ownProposals || commit.leafIndex !== committer.leafIndex) return undefined;
  if (commit.leaf && !sameIdentity(commit.leaf, committer)) return undefined;
  const { references } = commit;
  if (references.length === 0 || references.length !== expected.proposals.length) return undefined;
  const byReference = new Map(expected.proposals.map((one) => [one.reference.toString('hex'), one.change]));
  const changes: Change[] = [];
  for (const reference of references) {
    const change = byReference.get(reference);
    if (!change) return undefined;
    byReference.delete(reference);
    changes.push(change);
  }
  return welcomesExactly(commit, changes) ? changes : undefined;
}

function sameIdentity(
  leaf: { readonly userId: string; readonly signatureKey: Buffer },
  committer: Expected['committer'],
): boolean {
  return leaf.userId === committer.userId && leaf.signatureKey.equals(committer.signatureKey);
}

/** The welcome holds exactly the members that are added; without additions there is none. */
function welcomesExactly(commit: Commit, changes: readonly Change[]): boolean {
  const added = changes.flatMap((change) => (change.kind === 'add' ? [change.keyPackage.reference] : []));
  const welcomed = commit.welcome?.recipients ?? [];
  if ((added.length === 0) !== (commit.welcome === undefined)) return false;
  return added.length === welcomed.length && added.every((reference) => welcomed.includes(reference));
}
