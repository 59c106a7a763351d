import { at8Khz, bestNear, comparedRateHz, likenessAt, soundingIn } from './played.ts';
import type { SoundTrack } from './sound-track.ts';

/** A sound as it was voiced: 16-bit mono. */
export interface VoicedSound {
  readonly samples: Int16Array;
  readonly rateHz: number;
}

/** How well a tenth of a second has to fit, and how many of them: another person may speak over the rest, or cut it in two. */
const alike = 0.6;
const leastShare = 0.5;
/** All of them fit where the first does. Wider than that, other words of the same voice fit as well: their pitch is the same. */
const driftMs = 2;
const coarse = 4;
const mostCandidates = 40;

/**
 * When that sound began in what a page played between two moments, in epoch milliseconds, whatever else was heard there; undefined
 * if it wasn't heard.
 */
export function heardAt(
  track: Pick<SoundTrack, 'between' | 'rateHz'>,
  voiced: VoicedSound,
  fromMs: number,
  untilMs: number,
): number | undefined {
  const reference = at8Khz(voiced.samples, voiced.rateHz);
  const got = at8Khz(track.between(fromMs, untilMs), track.rateHz);
  const sounding = soundingIn(reference);
  const lag = lagOf(reference, got);
  const found = sounding.filter((from) => bestNear(reference, got, from, lag, driftMs).likeness >= alike);
  if (sounding.length === 0 || found.length / sounding.length < leastShare) return undefined;
  return fromMs + ((lag + (sounding[0] ?? 0)) * 1_000) / comparedRateHz;
}

/** Where all of the sound fits best: the best of those that fit well with a quarter of its samples. */
function lagOf(reference: Float64Array, got: Float64Array): number {
  const likenessOf = (lag: number, step: number) =>
    likenessAt(reference, got, 0, lag, reference.length, step);
  let candidates: readonly Fit[] = [];
  for (let lag = 0; lag + reference.length / 2 < got.length; lag += coarse) {
    const fit = { lag, likeness: likenessOf(lag, coarse) };
    if (fit.likeness > (candidates.at(-1)?.likeness ?? 0) || candidates.length < mostCandidates)
      candidates = [...candidates, fit]
        .toSorted((one, other) => other.likeness - one.likeness)
        .slice(0, mostCandidates);
  }
  const around = candidates.flatMap(({ lag }) =>
    Array.from({ length: 2 * coarse + 1 }, (_, at) => lag + at - coarse),
  );
  const fits = around.map((lag) => ({ lag, likeness: likenessOf(lag, 1) }));
  return fits.toSorted((one, other) => other.likeness - one.likeness)[0]?.lag ?? 0;
}

interface Fit {
  readonly lag: number;
  readonly likeness: number;
}
