import { productsOf, sizeFor, spectrumOf } from './cross-correlation.ts';
import { energyOf, knownOutline, outlineOf, outlineSpectrum, outlineStep } from './outline.ts';
import type { VoicedSound } from './voiced-sounds.ts';

/** Enough to tell words apart. */
export const coarseRateHz = 4_000;
/** Of a whole sound at its best place: a codec and other voices pass. */
const alikeAsCandidate = 0.25;
const shortestMs = 120;
/** A period of a deep voice. */
const nearby = coarseRateHz / 80;
/** How many of all sounds are looked at closely. */
const mostCandidates = 12;
/** At how many places each, because in outline a short sound resembles itself a syllable later. */
const mostPlaces = 3;
/** From this likeness in outline on, a closer look is worth it at once. */
const roughlySure = 0.6;
/** So alike over so long a stretch is no chance: the others need not be looked at. */
const alikeForSure = 0.9;
const sureMs = 300;

interface Wanted {
  readonly sound: VoicedSound;
  readonly coarse: Float32Array;
}

/**
 * Where in the audio each sound fits best, in coarse samples, the best of all first; it may begin before the audio or end
 * after it. Sounds that fit nowhere are left out. All are looked for in a rough outline of the audio, and only the likeliest in
 * the audio itself.
 */
export function placesOf<Sound extends Wanted>(
  wanted: readonly Sound[],
  audio: Float32Array,
): (Sound & Place)[] {
  const energy = energyOf(audio);
  const exactly = (each: Sound, { place }: RoughPlace) => ({
    ...each,
    ...placeNear(each.coarse, audio, energy, place),
  });
  const rough = new Map<Sound, readonly RoughPlace[]>();
  // A voice begins anywhere; in an outline that is off by half a step it may not be known again.
  for (const phase of [0, outlineStep / 2])
    for (const [each, found] of roughPlaces(wanted, outlineOf(audio.subarray(phase)))) {
      const places = found.map((place) => ({ ...place, place: place.place * outlineStep + phase }));
      const [likeliest] = places;
      if (likeliest && likeliest.pure >= roughlySure) {
        const best = exactly(each, likeliest);
        if (best.sure) return [best];
      }
      rough.set(each, [...(rough.get(each) ?? []), ...places]);
    }
  const likeness = (places: readonly RoughPlace[]) => Math.max(...places.map(({ alike }) => alike), -1);
  return [...rough]
    .toSorted(([, one], [, other]) => likeness(other) - likeness(one))
    .slice(0, mostCandidates)
    .flatMap(([each, places]) => {
      const found = places.map((place) => exactly(each, place));
      return found.toSorted((one, other) => other.alike - one.alike).slice(0, 1);
    })
    .filter(({ alike }) => alike >= alikeAsCandidate)
    .toSorted((one, other) => other.alike - one.alike);
}

interface Place {
  readonly place: number;
  readonly alike: number;
  /** No other sound fits there. */
  readonly sure: boolean;
}

/** Two by two: the transform of a complex signal is that of two real ones. */
function* roughPlaces<Sound extends Wanted>(
  wanted: readonly Sound[],
  audio: Float32Array,
): Generator<readonly [Sound, readonly RoughPlace[]]> {
  const outlines = wanted.map(({ coarse }) => knownOutline(coarse));
  const size = sizeFor(audio.length, Math.max(...outlines.map(({ length }) => length)));
  const spectrum = spectrumOf(audio, size);
  const energy = energyOf(audio);
  for (let index = 0; index < wanted.length; index += 2) {
    const pair = outlines.slice(index, index + 2);
    const [one, other = one] = pair.map((outline) => outlineSpectrum(outline, size));
    if (!one || !other) return;
    const products = productsOf(spectrum, one, other);
    for (const [at, outline] of pair.entries()) {
      const each = wanted[index + at];
      if (each) yield [each, roughPlacesOf(outline, at === 0 ? products.re : products.im, energy)];
    }
  }
}

interface RoughPlace {
  readonly place: number;
  readonly alike: number;
  /** The same over the part of the sound that lies inside the audio. */
  readonly pure: number;
}

/** The best one first, each further from the others than a closer look reaches. */
function roughPlacesOf(sound: Float32Array, products: Float64Array, energy: Float64Array): RoughPlace[] {
  const length = energy.length - 1;
  const own = energyOf(sound);
  const least = (shortestMs * coarseRateHz) / 1000 / outlineStep;
  const apart = nearby / outlineStep;
  const best: RoughPlace[] = [];
  for (let place = least - sound.length; place <= length - least; place += 1) {
    const found = likenessOf(place, products[place < 0 ? products.length + place : place] ?? 0, own, energy);
    const last = best.at(-1);
    if (best.length === mostPlaces && last && found.alike <= last.alike) continue;
    const beside = best.findIndex((other) => Math.abs(other.place - place) <= apart);
    if (beside >= 0 && (best[beside]?.alike ?? 0) >= found.alike) continue;
    if (beside >= 0) best.splice(beside, 1);
    best.push({ place, ...found });
    best.sort((one, other) => other.alike - one.alike);
    best.length = Math.min(best.length, mostPlaces);
  }
  return best;
}

/** In the audio itself, around where it was found in the outline, which may be off by a period of the voice. */
function placeNear(sound: Float32Array, audio: Float32Array, energy: Float64Array, around: number): Place {
  const own = energyOf(sound);
  const longEnough = (sureMs * coarseRateHz) / 1000;
  let best: Place = { place: around, alike: -1, sure: false };
  for (let place = around - nearby; place <= around + nearby; place += 1) {
    const from = Math.max(0, place);
    const until = Math.min(audio.length, place + sound.length);
    let product = 0;
    for (let at = from; at < until; at += 1) product += (audio[at] as number) * (sound[at - place] as number);
    const { alike, pure } = likenessOf(place, product, own, energy);
    if (alike > best.alike) best = { place, alike, sure: until - from >= longEnough && pure >= alikeForSure };
  }
  return best;
}

function likenessOf(
  place: number,
  product: number,
  own: Float64Array,
  energy: Float64Array,
): { readonly alike: number; readonly pure: number } {
  const [from, until] = [Math.max(0, place), Math.min(energy.length, place + own.length) - 1];
  const heard = (energy[until] ?? 0) - (energy[from] ?? 0);
  const said = (own[until - place] ?? 0) - (own[from - place] ?? 0);
  // Of a sound of which only a part is there, the rest counts as silence.
  const spread = heard * Math.max(said, (own.at(-1) ?? 0) / 2);
  return {
    alike: spread > 1e-9 ? product / Math.sqrt(spread) : 0,
    pure: product / Math.sqrt(Math.max(1e-9, heard * said)),
  };
}
