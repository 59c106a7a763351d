/** The middle and the ends of what several rounds gave. */
export interface Spread {
  readonly median: number;
  readonly min: number;
  readonly max: number;
}

/**
 * The smallest of the values that at least `percent` of them do not exceed (nearest rank: no value is made up).
 * @throws RangeError without values, or for a percentage outside 0 to 100
 */
export function percentile(values: readonly number[], percent: number): number {
  if (!(percent >= 0 && percent <= 100)) throw new RangeError(`no such percentile: ${percent}`);
  const sorted = values.toSorted((a, b) => a - b);
  const rank = Math.max(1, Math.ceil((percent / 100) * sorted.length));
  const value = sorted[rank - 1];
  if (value === undefined) throw new RangeError('there is no percentile of nothing');
  return value;
}

/** The middle value; of an even number of values, the mean of the two in the middle. */
export function median(values: readonly number[]): number {
  const lower = percentile(values, 50);
  const upper = -percentile(
    values.map((value) => -value),
    50,
  );
  return (lower + upper) / 2;
}

export function spreadOf(values: readonly number[]): Spread {
  return { median: median(values), min: percentile(values, 0), max: percentile(values, 100) };
}

/**
 * How many times `other` each of `ours` is, round by round, so that what slowed a whole round down cancels out.
 * Undefined when a round of `other` gave nothing to divide by.
 */
export function ratioOf(ours: readonly number[], other: readonly number[]): Spread | undefined {
  if (ours.length === 0 || ours.length !== other.length || other.includes(0)) return undefined;
  return spreadOf(ours.map((value, round) => value / (other[round] ?? Number.NaN)));
}
