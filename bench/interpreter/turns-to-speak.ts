/** A stretch of time in which a translation can't begin: the mouth says another one, or someone speaks. */
export interface Span {
  readonly fromMs: number;
  readonly untilMs: number;
}

/** How much of the time between two moments lies in any of the spans. */
export function coveredMs(fromMs: number, untilMs: number, spans: readonly Span[]): number {
  let covered = 0;
  let at = fromMs;
  for (const span of spans.toSorted((one, other) => one.fromMs - other.fromMs)) {
    const [begin, end] = [Math.max(at, span.fromMs), Math.min(untilMs, span.untilMs)];
    if (end <= begin) continue;
    covered += end - begin;
    at = end;
  }
  return covered;
}

/** From the moment in which a translation could have been said to that in which it was: what it waited for, and the rest. */
export function splitWait(readyMs: number, spokenMs: number, taken: readonly Span[]) {
  const turnMs = coveredMs(readyMs, spokenMs, taken);
  return { turnMs, ownMs: spokenMs - readyMs - turnMs };
}
