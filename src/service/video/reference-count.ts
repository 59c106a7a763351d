import type { ReferenceRule } from './model.ts';

type ReferenceKind = 'image' | 'video';

interface ReferenceCountViolation {
  /** What there's too much of; `file` means images and videos together. */
  readonly of: ReferenceKind | 'file';
  readonly count: number;
  readonly max: number;
}

/**
 * Whether a request has too many reference files (document 1, "Limits"). Only works once the kind of each file is
 * known, and its address doesn't tell.
 */
export function checkReferenceCount(
  kinds: readonly ReferenceKind[],
  rule: Pick<ReferenceRule, 'maxImages' | 'maxVideos' | 'maxFiles'>,
): readonly ReferenceCountViolation[] {
  const countOf = (kind: ReferenceKind) => kinds.filter((each) => each === kind).length;
  const counted: readonly ReferenceCountViolation[] = [
    { of: 'file', count: kinds.length, max: rule.maxFiles },
    { of: 'image', count: countOf('image'), max: rule.maxImages },
    { of: 'video', count: countOf('video'), max: rule.maxVideos },
  ];
  return counted.filter(({ count, max }) => count > max);
}
