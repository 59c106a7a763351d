import { isDeepStrictEqual } from 'node:util';
import { z } from 'zod';

/**
 * What one change did at one place. Absent: there was nothing, or there's nothing now. In a list it only says what went and what
 * came, so that undoing it leaves the other entries alone.
 */
export const settingsDifferenceSchema = z.object({
  path: z.array(z.string()),
  before: z.unknown().optional(),
  after: z.unknown().optional(),
  list: z.literal(true).optional(),
});
export type SettingsDifference = z.infer<typeof settingsDifferenceSchema>;

/** What changed from one value to another, place by place. */
export function differencesOf(
  before: unknown,
  after: unknown,
  path: readonly string[] = [],
): readonly SettingsDifference[] {
  if (isDeepStrictEqual(before, after)) return [];
  if (isBranch(before) && isBranch(after)) {
    const names = new Set([...Object.keys(before), ...Object.keys(after)]);
    return [...names].flatMap((name) =>
      differencesOf(ownOf(before, name), ownOf(after, name), [...path, name]),
    );
  }
  if (Array.isArray(before) && Array.isArray(after)) {
    const [went, came] = [without(before, after), without(after, before)];
    // Only their order changed, which means nothing in any of our lists.
    return went.length + came.length === 0
      ? []
      : [{ path: [...path], before: went, after: came, list: true }];
  }
  return [{ path: [...path], before, after }];
}

/** The way back. */
export function inverseOf(differences: readonly SettingsDifference[]): readonly SettingsDifference[] {
  return differences
    .map(({ before, after, ...at }) => ({ ...at, before: after, after: before }))
    .toReversed();
}

/** The value with these differences made. Undefined if one of them doesn't begin from what's there. */
export function applyDifferences(
  value: unknown,
  differences: readonly SettingsDifference[],
): { readonly value: unknown } | undefined {
  let changed = value;
  for (const difference of differences) {
    const made = applyAt(changed, difference.path, difference);
    if (!made) return undefined;
    changed = made.value;
  }
  return { value: changed };
}

/** Whether one of them is, contains or is within the other. */
export function pathsTouch(one: readonly string[], other: readonly string[]): boolean {
  return one.slice(0, other.length).every((name, index) => name === other[index]);
}

function applyAt(
  value: unknown,
  [name, ...rest]: readonly string[],
  difference: SettingsDifference,
): { readonly value: unknown } | undefined {
  if (name === undefined) return made(value, difference);
  const branch = value === undefined ? {} : value;
  if (!isBranch(branch)) return undefined;
  const below = applyAt(ownOf(branch, name), rest, difference);
  if (!below) return undefined;
  const { [name]: _, ...others } = branch;
  return { value: below.value === undefined ? others : { ...others, [name]: below.value } };
}

function made(
  value: unknown,
  { before, after, list }: SettingsDifference,
): { readonly value: unknown } | undefined {
  if (!list) return isDeepStrictEqual(value, before) ? { value: after } : undefined;
  if (!(Array.isArray(value) && Array.isArray(before) && Array.isArray(after))) return undefined;
  const kept = without(value, before);
  if (kept.length !== value.length - before.length) return undefined;
  return { value: [...kept, ...without(after, kept)] };
}

function without(list: readonly unknown[], others: readonly unknown[]): readonly unknown[] {
  const left = new Map<string, number>();
  for (const other of others) left.set(keyOf(other), (left.get(keyOf(other)) ?? 0) + 1);
  return list.filter((each) => {
    const count = left.get(keyOf(each)) ?? 0;
    left.set(keyOf(each), count - 1);
    return count <= 0;
  });
}

function keyOf(value: unknown): string {
  return JSON.stringify(value) ?? '';
}

/** A name can be anything, such as "constructor". */
function ownOf(branch: Readonly<Record<string, unknown>>, name: string): unknown {
  return Object.hasOwn(branch, name) ? branch[name] : undefined;
}

function isBranch(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
