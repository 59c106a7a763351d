import type { Change } from './external-sender.ts';

export interface Leaf {
  readonly userId: string;
  readonly signatureKey: Buffer;
  /** Its member is gone or starting over; the leaf stays until a commit removes it. */
  readonly stale: boolean;
}

/** Leaves by index; a removed member leaves a blank. */
export type Leaves = readonly (Leaf | undefined)[];

/** What a delivery service knows about a group. While it forms, everybody has their own group at epoch 0. */
export type Group =
  | { readonly stage: 'forming'; readonly epoch: 0n }
  | { readonly stage: 'established'; readonly epoch: bigint; readonly leaves: Leaves };

export const forming: Group = { stage: 'forming', epoch: 0n };

/** The members, without those whose leaf is about to be removed. */
export function members(group: Group): readonly string[] {
  if (group.stage === 'forming') return [];
  return group.leaves.flatMap((leaf) => (leaf && !leaf.stale ? [leaf.userId] : []));
}

/** The leaf from which that member commits, or undefined. */
export function leafOf(group: Group, userId: string): number | undefined {
  if (group.stage === 'forming') return undefined;
  const index = group.leaves.findIndex((leaf) => leaf?.userId === userId && !leaf.stale);
  return index < 0 ? undefined : index;
}

export function withStale(group: Group, userId: string): Group {
  if (group.stage === 'forming') return group;
  const leaves = group.leaves.map((leaf) => (leaf?.userId === userId ? { ...leaf, stale: true } : leaf));
  return { ...group, leaves };
}

export function staleLeaves(group: Group): readonly number[] {
  if (group.stage === 'forming') return [];
  return group.leaves.flatMap((leaf, index) => (leaf?.stale ? [index] : []));
}

/** RFC 9420, 12.3: removals first, then additions in the commit's order, each to the leftmost blank leaf. */
export function withCommitted(leaves: Leaves, changes: readonly Change[]): Leaves {
  const next = [...leaves];
  for (const change of changes) if (change.kind === 'remove') next[change.leafIndex] = undefined;
  for (const change of changes) {
    if (change.kind !== 'add') continue;
    const blank = next.indexOf(undefined);
    const { userId, keyPackage } = change;
    next[blank < 0 ? next.length : blank] = { userId, signatureKey: keyPackage.signatureKey, stale: false };
  }
  return next;
}
