/** How a sentence came out of a page, against how it was voiced. */
export interface Played {
  /** Share of its sounding tenths of a second that were heard. */
  readonly heardShare: number;
  readonly soundingMs: number;
  /** Jumps in time and missing pieces of more than 20 ms, while it sounds. */
  readonly dropouts: number;
  readonly dropoutMs: number;
  /** The longest of them. */
  readonly longestMs: number;
  /** Against the sentence as it was voiced, in decibels. */
  readonly levelDb: number;
}

/** What sounds are compared at. */
export const comparedRateHz = 8_000;
const rateHz = comparedRateHz;
const chunkMs = 100;
const chunk = (rateHz * chunkMs) / 1_000;
const soundingShare = 0.08;
const alike = 0.6;
const smallestJumpMs = 20;
/** Where a piece is looked for around where the last one was. */
const nearMs = 30;
const farMs = 1_600;

/** Walks through the sentence in pieces of 100 ms, and looks for each near where the last one was. */
export function played(
  voiced: { readonly samples: Int16Array; readonly rateHz: number },
  heard: { readonly samples: Int16Array; readonly rateHz: number },
): Played {
  const reference = at8Khz(voiced.samples, voiced.rateHz);
  const got = at8Khz(heard.samples, heard.rateHz);
  const sounding = soundingIn(reference);
  let lag = firstLag(reference, got, sounding);
  let found = 0;
  let dropouts = 0;
  let dropoutMs = 0;
  let longestMs = 0;
  let gain = 0;
  for (const from of sounding) {
    let best = bestNear(reference, got, from, lag, nearMs);
    if (best.likeness < alike) best = bestNear(reference, got, from, lag, farMs);
    if (best.likeness < alike) {
      dropouts += 1;
      dropoutMs += chunkMs;
      continue;
    }
    const jumpMs = (Math.abs(best.lag - lag) * 1_000) / rateHz;
    if (found > 0 && jumpMs > smallestJumpMs) {
      dropouts += 1;
      dropoutMs += jumpMs;
      longestMs = Math.max(longestMs, jumpMs);
    }
    lag = best.lag;
    found += 1;
    gain += power(got, from + lag) / power(reference, from);
  }
  return {
    heardShare: sounding.length === 0 ? 1 : found / sounding.length,
    soundingMs: sounding.length * chunkMs,
    dropouts,
    dropoutMs: Math.round(dropoutMs),
    longestMs: Math.round(longestMs),
    levelDb: found === 0 ? Number.NEGATIVE_INFINITY : 20 * Math.log10(gain / found),
  };
}

/** Where those tenths of a second begin that aren't silent. */
export function soundingIn(reference: Float64Array): readonly number[] {
  const loudest = Math.max(...chunksOf(reference).map((from) => power(reference, from)));
  return chunksOf(reference).filter((from) => power(reference, from) > soundingShare * loudest);
}

/** Where the sentence begins in what was heard: where most of its first second fits best. */
function firstLag(reference: Float64Array, got: Float64Array, sounding: readonly number[]): number {
  const [from = 0] = sounding;
  const length = Math.min(reference.length - from, rateHz);
  let best = { lag: 0, likeness: -1 };
  for (let lag = -from; lag + from + length / 2 < got.length; lag += 4) {
    const likeness = likenessAt(reference, got, from, lag, length, 4);
    if (likeness > best.likeness) best = { lag, likeness };
  }
  return best.lag;
}

/** Where a piece fits best around a lag, and how well. */
export function bestNear(
  reference: Float64Array,
  got: Float64Array,
  from: number,
  around: number,
  withinMs: number,
): { readonly lag: number; readonly likeness: number } {
  const within = (rateHz * withinMs) / 1_000;
  let best = { lag: around, likeness: likenessAt(reference, got, from, around, chunk, 1) };
  for (let lag = around - within; lag <= around + within; lag += 1) {
    const likeness = likenessAt(reference, got, from, lag, chunk, 1);
    if (likeness > best.likeness + 0.02) best = { lag, likeness };
  }
  return best;
}

/** The correlation of two sounds with a lag: 1 if they're the same, however loud. */
export function likenessAt(
  reference: Float64Array,
  got: Float64Array,
  from: number,
  lag: number,
  length: number,
  step: number,
): number {
  let product = 0;
  let ours = 0;
  let theirs = 0;
  for (let at = from; at < from + length; at += step) {
    const left = reference[at] ?? 0;
    const right = got[at + lag] ?? 0;
    product += left * right;
    ours += left * left;
    theirs += right * right;
  }
  return ours === 0 || theirs === 0 ? 0 : product / Math.sqrt(ours * theirs);
}

function chunksOf(samples: Float64Array): readonly number[] {
  return Array.from({ length: Math.floor(samples.length / chunk) }, (_, index) => index * chunk);
}

function power(samples: Float64Array, from: number): number {
  let sum = 0;
  for (let at = from; at < from + chunk; at += 1) sum += (samples[at] ?? 0) ** 2;
  return Math.sqrt(sum / chunk);
}

export function at8Khz(samples: Int16Array, fromHz: number): Float64Array {
  const step = fromHz / rateHz;
  const result = new Float64Array(Math.floor(samples.length / step));
  for (let index = 0; index < result.length; index += 1) {
    let sum = 0;
    for (let at = index * step; at < (index + 1) * step; at += 1) sum += samples[at] ?? 0;
    result[index] = sum / step;
  }
  return result;
}
